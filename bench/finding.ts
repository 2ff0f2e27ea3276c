import type pg from 'pg'
import { measureAnswers } from './answers.ts'
import { addCompany, addOperator, searches } from './data.ts'

const companies = 300
const partsInEach = 100

/** 300 companies, one of them with 100,000 parts: what the palette searches, and what the portfolio counts. */
async function fill(admin: pg.Client): Promise<string> {
  await addOperator(admin)
  for (let index = 1; index < companies; index++) await addCompany(admin, `Company ${index}`, partsInEach)
  const { companyId } = await addCompany(admin, 'Largest', 100_000)
  await admin.query('vacuum analyze')
  return companyId
}

/** The search over everything (the aim is 15 ms) and the table of 300 companies (the aim is 50 ms). */
export const measureSearches = () =>
  measureAnswers(fill, (base) => ({
    portfolio: '/api/portfolio',
    ...Object.fromEntries(searches.map((q) => [`palette: ${q}`, `${base}/search?q=${encodeURIComponent(q)}`])),
  }))
