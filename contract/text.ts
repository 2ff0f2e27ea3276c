import { z } from 'zod'
import { withoutLoneJoiners } from './same-text.ts'

// Word and PDF end lines with these; without a line break two words would be one.
const lineBreaks = /[\v\f\u0085\u2028\u2029]/g
// Control characters (tab and line breaks apart), soft hyphens, zero-width and bidirectional overrides: they hide or reorder text
// on screens and in exports (T62). Joiners within Persian words and emoji change what people see, so they stay.
const invisible =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\u034F/g

const visible = (value: string) =>
  /^[ -~]*$/.test(value)
    ? value
    : withoutLoneJoiners(value.replace(lineBreaks, '\n').replace(invisible, '')).toWellFormed()

/** Removes invisible characters, repairs lone surrogates, trims. */
export const clean = (value: string): string => visible(value).trim()

/** The same for Markdown, where the blanks before the first line say that it is as deep as the lines below. Its lines end as browsers end them. */
export const cleanMarkdown = (value: string): string => visible(value).replace(/\r\n?/g, '\n').trimEnd()

/** For names: a line break would be invisible, but would make two names differ. */
export const onOneLine = (value: string): string => value.replace(/[\t\r\n]+/g, ' ')

/** A text from outside as one line, cleaned like those that people write here. */
export const cleanLine = (text: string): string => clean(onOneLine(text))

/** The beginning of a text, without half of a character at its end. */
export const cutTo = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** Cuts the given characters off the end of a text. It looks from the end, since a pattern like /x+$/ tries each x of a run again. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Not all that RFC 5322 allows, but the addresses that people use. Linear: it tries only the first dot that can match. */
export const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

export const webAddressPattern = /^https?:\/\/[^\s@/][^\s@/.]*\.[^\s@]+$/i

/** A text that must not be empty. @param max characters; @param message what to say when it is empty */
export const requiredText = (max: number, message: string) =>
  z
    .string({ error: message })
    .max(max * 4, { error: tooLong(max), abort: true }) // before any work on the text
    .overwrite(clean)
    .min(1, message)
    .max(max, tooLong(max))

/** A text that may be left out; an empty one is stored as null. @param max characters */
export const optionalText = (max: number, cleanedBy = clean) =>
  z
    .string()
    .max(max * 4, { error: tooLong(max), abort: true }) // before any work on the text
    .overwrite(cleanedBy)
    .max(max, tooLong(max))
    .nullable()
    .overwrite((value) => value || null)

/** People write 'acme.com' and 'www.acme.com/shop'; stored addresses have a scheme. Anything else stays as it is. */
export const withScheme = (address: string): string =>
  /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(address) ? `https://${address}` : address

/** An https or http address; any other scheme could run script in a link (T64). */
export const optionalUrl = () =>
  optionalText(500)
    .overwrite((value) => value && withScheme(value))
    .refine((value) => value === null || webAddressPattern.test(value), {
      error: 'Must be a web address starting with https://',
    })
    .refine((value) => value === null || value.length <= 500, tooLong(500))

export const optionalEmail = () =>
  optionalText(254).refine((value) => value === null || emailPattern.test(value), {
    error: 'Must be an e-mail address',
  })

const tooLong = (max: number) => `Must be at most ${max} characters`
