import type pg from 'pg'
import { measureAnswers } from './answers.ts'
import { addOperator } from './data.ts'

const documents = 5_000

/** Texts of about 400 words from 2,000, where a few words are everywhere, as in a language; every 500th text has the word spindle. */
async function fill(admin: pg.Client): Promise<string> {
  await addOperator(admin)
  const { rows } = await admin.query(`insert into companies (name) values ('Library') returning id`)
  const companyId = rows[0].id as string
  await admin.query(
    `insert into sops (company_id, title, description, content, status)
     select $1, 'Procedure ' || n || ' for station ' || n % 40, 'How word' || n % 2000 || ' is handled',
       (select string_agg(case when w % 60 = 0 then E'\n\n## Part ' || w / 60 || E'\n\n' else '' end
         || 'word' || floor(power(random(), 3) * 2000 + n % 7)::int, ' ') from generate_series(1, 400) w)
         || case when n % 500 = 0 then ' Stop the spindle before the guard is opened.' else '' end,
       case when n % 20 = 0 then 'draft' else 'published' end
     from generate_series(1, ${documents}) n`,
    [companyId],
  )
  // Nine in ten were read.
  await admin.query('alter table sop_readings disable trigger user')
  await admin.query(
    `insert into sop_readings (company_id, sop_id, user_id, version)
     select s.company_id, s.id, o.user_id, v.number from sops s join sop_versions v on v.sop_id = s.id,
       (select user_id from sessions where name = 'bench') o where s.company_id = $1 and s.title not like '%7 for%'`,
    [companyId],
  )
  await admin.query('alter table sop_readings enable trigger user')
  return companyId
}

/** A library of 5,000 SOPs, listed and searched through the product. */
export const measureSops = () =>
  measureAnswers(fill, (base) => ({
    'first page': `${base}/sops?pageSize=50`,
    'page 90 by title': `${base}/sops?pageSize=50&page=90&sort=title&order=asc`,
    unread: `${base}/sops?isUnread=true&pageSize=50`,
    'unread, of everything': `${base}/sops?isUnread=false&pageSize=50`,
    'a rare word': `${base}/sops?q=spindle&sort=rank&pageSize=50`,
    'a word of every text': `${base}/sops?q=word1&sort=rank&pageSize=50`,
    'two words, one of every text': `${base}/sops?q=station+word0&sort=rank&pageSize=50`,
    'a title': `${base}/sops?q=${encodeURIComponent('Procedure 4711')}&sort=rank&pageSize=50`,
    nothing: `${base}/sops?q=zzz&sort=rank&pageSize=50`,
  }))
