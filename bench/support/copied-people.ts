import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

/** A buyer who did something once through the API, and how many others did the same. */
export interface Copied {
  buyerId: string
  copies: number
}

/** What is stored of one buyer, in the order of the foreign keys. None of it waits for work. */
const ROWS = {
  users: 'id = $1',
  provider_customers: 'user_id = $1',
  session_requests: 'buyer_id = $1',
  request_audit: 'request_id in (select id from session_requests where buyer_id = $1)',
  payments: 'payer_id = $1',
  provider_events: 'payment_intent_id in (select intent_id from payments where payer_id = $1)',
  journals: 'request_id in (select id from session_requests where buyer_id = $1)',
  postings: `journal_id in (select j.id from journals j join session_requests r on r.id = j.request_id
    where r.buyer_id = $1)`,
  mails: `user_id = $1 or exists (select 1 from session_requests r
    where r.buyer_id = $1 and position(r.id::text in mails.key) > 0)`,
}

/** Columns whose values belong to one buyer alone; other texts contain them, such as the key of a journal. */
const OWN = ['id', 'username', 'slug', 'uuid', 'intent_id', 'charge_id', 'customer_id']
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A copy has the first digits of an id, with its time, and ends in the number of the copy. */
const KEPT_OF_UUID = 24
const SPLIT_AT = 1_000

/**
 * Copies all that Postgres and the payment sandbox store of some buyers, under new ids. So thousands of sales are as
 * the product makes them, and none is made. The server is stopped. Answers the ids of the copies, for each buyer.
 */
export async function copyPeople(
  { url, sandboxFile }: { url: string; sandboxFile: string },
  copied: readonly Copied[],
): Promise<string[][]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const sandbox = new DatabaseSync(sandboxFile)
  try {
    const ids: string[][] = []
    for (const { buyerId, copies } of copied) {
      const own = await ownTexts(client, buyerId)
      own.push(...copyObjects(sandbox, own, copies))
      await copyRows(client, { buyerId, own, copies })
      ids.push(Array.from({ length: copies }, (_, i) => copyOfId(buyerId, i + 1)))
    }
    await client.query('vacuum (analyze)')
    return ids
  } finally {
    sandbox.close()
    await client.end()
  }
}

/** The id of the copy with this number. */
export const copyOfId = (id: string, nth: number) =>
  `${id.slice(0, KEPT_OF_UUID)}${nth.toString(16).padStart(36 - KEPT_OF_UUID, '0')}`

async function ownTexts(client: Client, buyerId: string): Promise<string[]> {
  const own = new Set<string>()
  for (const [table, where] of Object.entries(ROWS)) {
    const { rows } = await client.query<Record<string, unknown>>(`select * from ${table} where ${where}`, [
      buyerId,
    ])
    const texts = rows.flatMap(row => OWN.map(column => row[column])).filter(text => typeof text === 'string')
    for (const text of texts) own.add(text)
  }
  const kept = [...own].filter(text => UUID.test(text)).map(text => text.slice(0, KEPT_OF_UUID))
  if (new Set(kept).size < kept.length) throw new Error('two ids of one buyer begin alike')
  return [...own]
}

/** An SQL expression that replaces the buyer's texts by those of a copy; `nth` is the number of the copy. */
function replaced(expression: string, own: readonly string[], nth: { plain: string; hex: string }): string {
  return own.reduce((inner, text) => {
    const kept = UUID.test(text) ? text.slice(0, KEPT_OF_UUID) : text
    return `replace(${inner}, '${text}', '${kept}' || ${UUID.test(text) ? nth.hex : nth.plain})`
  }, expression)
}

async function copyRows(client: Client, { buyerId, own, copies }: Copied & { own: string[] }): Promise<void> {
  const nth = { plain: 'n', hex: `lpad(to_hex(n), ${36 - KEPT_OF_UUID}, '0')` }
  for (let from = 1; from <= copies; from += SPLIT_AT) {
    const to = Math.min(copies, from + SPLIT_AT - 1)
    await client.query('begin')
    for (const [table, where] of Object.entries(ROWS))
      await client.query(
        `insert into ${table} select (jsonb_populate_record(null::${table}, copy)).*
         from (select ${replaced('to_jsonb(original)::text', own, nth)}::jsonb as copy
               from (select * from ${table} where ${where}) original, generate_series(${from}, ${to}) n) c`,
        [buyerId],
      )
    await client.query('commit')
  }
}

/** Copies the buyer's objects at the provider; answers their ids that the database does not have. */
function copyObjects(sandbox: DatabaseSync, own: readonly string[], copies: number): string[] {
  const found = new Set(own.filter(id => bodyOf(sandbox, id)))
  const named = ['customer', 'latest_charge', 'payment_method', 'balance_transaction']
  // What is added is read too.
  for (const id of found) {
    const body = bodyOf(sandbox, id) ?? {}
    for (const name of named) if (typeof body[name] === 'string') found.add(body[name])
  }
  const nth = { plain: 'n', hex: `printf('%0${36 - KEPT_OF_UUID}x', n)` }
  const all = [...new Set([...own, ...found])]
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${copies})`
  const which = `in ('${[...found].join("', '")}')`
  const [id, body, value] = ['id', 'body', 'value'].map(column => replaced(column, all, nth))
  sandbox.exec('begin immediate')
  sandbox.exec(`insert into objects (id, kind, created, body) ${numbers}
    select ${id}, kind, created, ${body} from numbers, objects where id ${which} order by n, seq`)
  sandbox.exec(`insert into attributes (id, name, value) ${numbers}
    select ${id}, name, ${value} from numbers, attributes where id ${which}`)
  sandbox.exec('commit')
  return [...found].filter(each => !own.includes(each))
}

function bodyOf(sandbox: DatabaseSync, id: string): Record<string, unknown> | undefined {
  const row = sandbox.prepare(`select body from objects where id = ? and kind <> 'event'`).get(id)
  return row && JSON.parse(String(row.body))
}
