import { type SessionRequest, TERMS_VERSION } from '@parley/contract'
import { extractText } from 'unpdf'
import { earningCaller } from '../../../testing/earning.ts'
import type { TestPerson, TestServer } from '../../../testing/test-server.ts'
import { completeCall } from '../public.ts'

export interface DisputedCall {
  fan: TestPerson
  star: TestPerson
  request: SessionRequest
  /** The dispute's id at the provider. */
  id: string
}

/** A call that was served with 7 of its 15 minutes, and that the buyer's bank disputes; `nth` names its people. */
export async function disputedCall(t: TestServer, nth: number): Promise<DisputedCall> {
  const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
  const [fan, star] = [await t.fan(`dora${nth}`), await t.influencer(`nora${nth}`)]
  const request = await t.bookAndPay(fan, star, { note: 'My secret wish', terms_version: TERMS_VERSION })
  const from = t.clock.now()
  const until = new Date(from.getTime() + 420_000)
  await sql('insert into call_rooms (id) values ($1)', request.id)
  await sql(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
     values (gen_random_uuid(), $1, 1, $2, $3, $3, 'buyer')`,
    ...[request.id, from, until],
  )
  await sql(
    `insert into media_minutes (room_id, side, minute, packets, bytes)
     values ($1, 'buyer', $2, 3120, 2400100), ($1, 'influencer', $2, 3001, 2300200)`,
    ...[request.id, new Date(Math.floor(from.getTime() / 60_000) * 60_000)],
  )
  await completeCall(t.server.domains.requests, request.id)
  await t.server.doDueWork()
  const id = t.sandbox.faults.openDispute(await earningCaller(t).intentOf(request))
  await t.server.doDueWork()
  return { fan, star, request, id }
}

/** A moment as a bank reads it. */
export const moment = (at: Date | undefined) => `${at?.toISOString().slice(0, 19).replace('T', ' ')} UTC`
/** A text on one line, as a PDF breaks its lines where it likes. */
export const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The text of a PDF that was uploaded to the provider. */
export async function uploadedText(t: TestServer, fileId: unknown): Promise<string> {
  const pdf = t.sandbox.uploaded(String(fileId))
  if (pdf?.subarray(0, 5).toString() !== '%PDF-') throw new Error(`${String(fileId)} is no PDF`)
  return plain((await extractText(new Uint8Array(pdf), { mergePages: true })).text)
}
