import { messages } from '@parley/contract'
import { invariant } from '../../../core/invariant.ts'
import { Outage } from '../../../core/outage.ts'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { eachOf } from '../../../db/each-of.ts'
import { findUserById } from '../../accounts/public.ts'
import { type DisputeEvidence, EVIDENCE_FILES, type EvidenceFiles, isInquiry } from '../../payments/public.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { assertNoParty } from '../money/give-back-rules.ts'
import { findRequest, type RequestRow } from '../store.ts'
import { noteAnswered } from './concede-dispute.ts'
import { gatherFacts, type PackDeps } from './pack-facts.ts'
import {
  decideOnPack,
  findPack,
  insertPack,
  listDuePacks,
  listWithoutPack,
  type PackRow,
  renewPack,
  updateDueBy,
  updatePack,
} from './pack-store.ts'
import {
  activityLines,
  linesWithin,
  packDocuments,
  packSections,
  serviceDateOf,
  statementText,
} from './pack-words.ts'
import { findStatement, noteStaged } from './statement-store.ts'

const BATCH = 20
/** One text that a bank gets of a dispute, as Stripe takes it; all of ours together stay below what Stripe takes. */
const FIELD_MAX_CHARACTERS = 20_000
/** What is left of the log where no file goes along: about two pages. */
const SHORT_LOG_CHARACTERS = 4_000
type Deps = RequestsDeps & PackDeps

/** Makes the answer to a dispute of our own records and lays it down at the provider. Safe to repeat at each step. */
export async function makePack(deps: Deps, disputeId: string, requestId: string): Promise<void> {
  const dispute = await deps.payments.fetchDispute(disputeId)
  await withTransaction(deps.db, async tx => {
    await freezeFacts(deps, tx, { disputeId, requestId })
    if (!dispute.isInquiry) await renewFacts(deps, tx, { disputeId, requestId })
    await updateDueBy(tx, dispute)
  })
  const pack = await findPack(deps.db, disputeId)
  invariant(pack, 'a pack that was made is stored')
  if (dispute.state !== 'open') return
  if (dispute.submissions > 0) return noteAnswered(deps, pack)
  if (pack.stagedAt !== null) return
  const files = await uploadAll(deps, pack)
  await stageWithin(deps, pack, await evidenceOf(deps, pack, files))
  await updatePack(deps.db, disputeId, { stagedAt: deps.clock.now() })
}

/** Freezes what our own records say; answers whether the pack is new by it. */
async function freezeFacts(
  deps: Deps,
  tx: Tx,
  { disputeId, requestId }: { disputeId: string; requestId: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const facts = await gatherFacts(deps, tx, { requestId, now })
  invariant(facts, 'a disputed request is stored')
  const isOfInquiry = await isInquiry(tx, disputeId)
  return insertPack(tx, { disputeId, requestId, facts, dueBy: null, madeAt: now, isOfInquiry })
}

/** Freezes them once more for a dispute that began as a question: the call may have been served since. */
async function renewFacts(
  deps: Deps,
  tx: Tx,
  { disputeId, requestId }: { disputeId: string; requestId: string },
): Promise<void> {
  const now = deps.clock.now()
  if (!(await findPack(tx, disputeId))?.isOfInquiry) return
  const facts = await gatherFacts(deps, tx, { requestId, now })
  invariant(facts, 'a disputed request is stored')
  await renewPack(tx, { disputeId, facts, now })
}

/**
 * Makes packs of open disputes that have none, such as those of the version before; answers how many it checked.
 * The provider is asked by the outbox: while it is away, no other rule of time waits for it.
 */
export async function makeMissingPacks(deps: Deps): Promise<number> {
  const missing = await listWithoutPack(deps.db, { most: BATCH })
  await eachOf(missing, ids =>
    withTransaction(deps.db, async tx => {
      if (await freezeFacts(deps, tx, ids)) await deps.outbox.add(tx, REQUEST_TOPICS.packMade, ids)
    }),
  )
  if (missing.length > 0) deps.outbox.nudge()
  return missing.length
}

/** Uploads each file once; what was uploaded before a crash is not uploaded again. */
async function uploadAll(deps: Deps, pack: PackRow): Promise<EvidenceFiles> {
  const { disputeId, facts } = pack
  const record = { title: 'Record of a disputed sale', sections: packSections(facts) }
  const documents = { service_documentation: record, ...packDocuments(facts) }
  const files: EvidenceFiles = pack.fileId ? { service_documentation: pack.fileId } : {}
  Object.assign(files, pack.otherFileIds)
  for (const file of EVIDENCE_FILES) {
    const document = documents[file]
    if (!document || files[file]) continue
    files[file] = await deps.payments.uploadEvidence({
      ...{ disputeId, file, renewedAt: pack.renewedAt },
      pdf: await deps.drawDocument({
        ...{ ...document, name: `Sale ${facts.sale.reference}` },
        madeAt: new Date(facts.madeAt),
      }),
    })
    const { service_documentation: fileId = null, ...otherFileIds } = files
    await updatePack(deps.db, disputeId, { fileId, otherFileIds })
  }
  return files
}

async function evidenceOf(deps: Deps, { facts, requestId }: PackRow, files: EvidenceFiles) {
  const found = await findRequest(deps.db, requestId)
  const buyer = found && (await findUserById(deps.db, found.row.buyerId))
  const [sold, confirmed] = packSections(facts)
  const words = {
    serviceDate: serviceDateOf(facts),
    productDescription: linesWithin(sold?.lines ?? [], FIELD_MAX_CHARACTERS),
    refundPolicyDisclosure: linesWithin(confirmed?.lines ?? [], FIELD_MAX_CHARACTERS),
    customerName: buyer ? `${buyer.firstName} ${buyer.lastName}`.trim() : '',
    customerEmail: buyer?.email ?? '',
  }
  return { ...words, files, accessActivityLog: linesWithin(activityLines(facts), FIELD_MAX_CHARACTERS) }
}

/** The answer, and then shorter ones: the record of the sale has all that is in the texts and in the other files. */
function* shorterAndShorter(evidence: DisputeEvidence, facts: PackRow['facts']): Generator<DisputeEvidence> {
  yield evidence
  const { service_documentation: record } = evidence.files
  if (record) yield { ...evidence, accessActivityLog: '', files: { service_documentation: record } }
  const accessActivityLog = linesWithin(activityLines(facts), SHORT_LOG_CHARACTERS)
  yield { ...evidence, accessActivityLog, files: {} }
}

/** Lays down as much of the answer as the network of the card takes: without any the bank decides for the buyer. */
async function stageWithin(deps: Deps, { disputeId, facts }: PackRow, whole: DisputeEvidence): Promise<void> {
  for (const evidence of shorterAndShorter(whole, facts)) {
    if ((await deps.payments.stageEvidence({ disputeId, evidence })) === 'staged') return
    deps.log.warn({ disputeId }, 'the answer to a dispute has too many pages for its bank')
  }
  throw new Outage(deps.payments.name, 'no', new Error('no answer to the dispute is short enough'))
}

/** Decides that packs go out whose deadline is near; returns how many. Work of the outbox sends them. */
export async function sendDuePacks(deps: RequestsDeps): Promise<number> {
  const due = await listDuePacks(deps.db, deps.clock.now(), BATCH)
  await eachOf(due, disputeId => withTransaction(deps.db, tx => decideToSend(deps, tx, { disputeId })))
  if (due.length > 0) deps.outbox.nudge()
  return due.length
}

/** The clock sends the pack as it is; a member of staff the version that they saw. */
async function decideToSend(
  deps: RequestsDeps,
  tx: Tx,
  { disputeId, version }: { disputeId: string; version?: number },
): Promise<boolean> {
  if (!(await decideOnPack(tx, disputeId, { sendAskedAt: deps.clock.now(), version }))) return false
  await deps.outbox.add(tx, REQUEST_TOPICS.packSent, { disputeId })
  return true
}

/** Sends to the bank what was laid down, once: a bank that has an answer is not given a second one. */
export async function sendPack(deps: RequestsDeps, disputeId: string): Promise<void> {
  const pack = await findPack(deps.db, disputeId)
  if (!pack || pack.sentAt !== null) return
  const dispute = await deps.payments.fetchDispute(disputeId)
  if (dispute.submissions === 0 && dispute.state === 'open') await trySending(deps, pack)
  await updatePack(deps.db, disputeId, { sentAt: deps.clock.now() })
}

/** A try that failed is followed by one of another number: the provider keeps what it answered under the first. */
async function trySending(deps: RequestsDeps, { disputeId, version: attempt }: PackRow): Promise<void> {
  const written = await findStatement(deps.db, disputeId)
  // What was decided to go is not written again: the newest text goes along, whichever was laid down last.
  const statement = written?.text ? statementText(written.text) : null
  try {
    const sent = await deps.payments.sendEvidence({ disputeId, attempt, statement })
    if (sent === 'without_statement')
      deps.log.warn({ disputeId }, 'a bank gets an answer without its statement')
    else if (written?.text && written.stagedAt === null)
      await noteStaged(deps.db, { disputeId, writes: written.writes, at: deps.clock.now() })
  } catch (error) {
    await updatePack(deps.db, disputeId, {})
    throw error
  }
}

export interface SendingByStaff {
  disputeId: string
  actorId: string
  /** The pack as the member of staff saw it: another by now is a conflict. */
  version: number
  record(tx: Tx, sent: { request: RequestRow }): Promise<void>
}

/** A member of staff sends a pack before its time. */
export async function sendPackByStaff(deps: RequestsDeps, sending: SendingByStaff): Promise<void> {
  const { disputeId, actorId, version } = sending
  const pack = await findPack(deps.db, disputeId)
  const found = pack && (await findRequest(deps.db, pack.requestId))
  if (!pack || !found) throw refuse.notFound('There is no such dispute')
  assertNoParty(found.row, actorId)
  if (pack.version !== version || pack.stagedAt === null) throw refuse.conflict(messages.staleCase)
  if (pack.dueBy === null) throw refuse.conflict(messages.disputeUnasked)
  await withTransaction(deps.db, async tx => {
    // What the influencer wrote since the pack was read here, staff have not seen: the version decides.
    if (!(await decideToSend(deps, tx, { disputeId, version }))) throw refuse.conflict(messages.staleCase)
    await sending.record(tx, { request: found.row })
  })
  deps.outbox.nudge()
}
