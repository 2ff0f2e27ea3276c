import type pg from 'pg'
import type { Signer } from '../platform/secrets/signing-keys.ts'
import { digestOf, LogBlock } from './log-block.ts'

/** The newest block of a company, to be kept elsewhere: whoever has it sees that later blocks go on from it. */
export type Head = { companyId: string; number: number; digest: string }

/** `faults`: one sentence each, with company, block and change set. `waiting`: change sets that no block has yet. */
export type LogVerification = { blocks: number; sets: number; waiting: number; heads: Head[]; faults: string[] }

/**
 * Compares the activity log with its seals, block by block.
 * @param client the owner of the database, in a transaction that sees one moment
 * @param kept heads of an earlier run
 */
export async function verifyLog(client: pg.Client, signer: Signer, kept: Head[] = []): Promise<LogVerification> {
  const verdict: LogVerification = { blocks: 0, sets: 0, waiting: 0, heads: [], faults: [] }
  const { rows } = await client.query<{ id: string }>('select id from companies order by id')
  for (const { id } of rows) {
    const ofCompany = kept.filter(({ companyId }) => companyId === id)
    await verifyChain(client, signer, id, ofCompany, verdict)
    await findUnsealed(client, id, verdict)
  }
  for (const { companyId } of kept)
    if (!rows.some(({ id }) => id === companyId)) verdict.faults.push(`company ${companyId}: it is gone`)
  return verdict
}

async function verifyChain(
  client: pg.Client,
  signer: Signer,
  companyId: string,
  kept: Head[],
  verdict: LogVerification,
) {
  const fault = (what: string) => verdict.faults.push(`company ${companyId}: ${what}`)
  let last: LogBlock | undefined
  let isSigned = true
  for (;;) {
    const { rows } = await client.query<{ block: unknown }>(
      'select to_jsonb(b) as block from log_blocks b where company_id = $1 and number > $2 order by number limit 1',
      [companyId, last?.number ?? 0],
    )
    if (!rows[0]) break
    const block = LogBlock.parse(rows[0].block)
    const name = `block ${block.number}`
    if (block.number !== (last?.number ?? 0) + 1) fault(`the blocks before ${name} are gone`)
    if (digestOf(block, last?.digest ?? null) !== block.digest) fault(`${name} is not as it was sealed`)
    isSigned = await signer.isValid([block.digest], { kid: block.key_id, signature: block.signature })
    if (!block.is_continued)
      fault(`${name} does not vouch for the blocks before it: their signature could not be checked`)
    const ours = kept.find(({ number }) => number === block.number)
    if (ours && ours.digest !== block.digest) fault(`${name} is another one than the one you kept`)
    for (const change of await changesSince(client, block)) fault(`${name}: ${change}`)
    verdict.blocks += 1
    verdict.sets += block.set_ids.length
    last = block
  }
  for (const { number } of kept) if (number > (last?.number ?? 0)) fault(`block ${number}, which you kept, is gone`)
  if (!last) return
  if (!isSigned) fault(`block ${last.number}, the newest, has no valid signature: key "${last.key_id}" of KEYRING`)
  verdict.heads.push({ companyId, number: last.number, digest: last.digest })
}

/** What has become of the change sets of a block. */
async function changesSince(client: pg.Client, block: LogBlock): Promise<string[]> {
  const { rows } = await client.query<{ id: string; was: number; now: number | null; story: string | null }>(
    `select s.id, s.entries as was, d.entries as now, (select c.kind || ' of ' || to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
         || ' by ' || coalesce(c.user_id::text, 'nobody') || ', entries ' || coalesce((select string_agg(id::text, ' ') from (
           select l.id from activity_logs l where l.company_id = $1 and l.change_set_id = s.id order by l.id limit 20) l), 'none')
       from change_sets c where c.company_id = $1 and c.id = s.id) as story
     from unnest($2::uuid[], $3::text[], $4::int[]) s(id, digest, entries) left join lateral app.log_digest($1, s.id) d on true
     where d.digest is distinct from s.digest`,
    [block.company_id, block.set_ids, block.set_digests, block.set_entries],
  )
  return rows.map(({ id, was, now, story }) => {
    if (now === null) return `change set ${id} with ${was} entries was removed`
    if (now !== was) return `change set ${id} had ${was} entries and has ${now} (${story})`
    return `change set ${id} was altered, or its entries (${story})`
  })
}

/** Change sets without a block: new ones wait for it, older ones were put in later. So were entries without a change set. */
async function findUnsealed(client: pg.Client, companyId: string, verdict: LogVerification) {
  const { rows } = await client.query<{ id: string; is_late: boolean }>(
    `with newest as (select b.* from log_blocks b join app.store_mark() m on m.database = b.database
       where b.company_id = $1 order by b.number desc limit 1)
     select c.id, exists (select from newest n where (c.transaction_id, c.id) <= (n.at_transaction, n.at_set)) as is_late
     from (select id from change_sets where company_id = $1
       except select unnest(set_ids) from log_blocks where company_id = $1) u
     join change_sets c on c.company_id = $1 and c.id = u.id`,
    [companyId],
  )
  for (const { id } of rows.filter(({ is_late }) => is_late))
    verdict.faults.push(`company ${companyId}: change set ${id} was put in after the blocks of its time`)
  verdict.waiting += rows.filter(({ is_late }) => !is_late).length
  const alone = await client.query<{ id: string }>(
    `select l.id from activity_logs l where l.company_id = $1
       and not exists (select from change_sets c where c.company_id = $1 and c.id = l.change_set_id) order by l.id limit 100`,
    [companyId],
  )
  for (const { id } of alone.rows) verdict.faults.push(`company ${companyId}: entry ${id} belongs to no change set`)
}
