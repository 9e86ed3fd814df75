import { type CallKeepsake, KEEPSAKE_KEPT_MS, type Keepsake, messages } from '@parley/contract'
import { isUuid, newId } from '../../../core/ids.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import type { PageRequest } from '../../../db/pages.ts'
import { isAnySuspended } from '../../accounts/public.ts'
import type { CallSubject } from '../../requests/public.ts'
import { areApart } from '../../safety/public.ts'
import type { CallsDeps } from '../deps.ts'
import { endOf } from '../joining.ts'
import { publishToRoom } from '../room-messages.ts'
import { findOwnCall } from '../room-subject.ts'
import { effectOfRequest, isRequested, mayDraw } from './keepsake-rules.ts'
import {
  deleteConsents,
  findByRoom,
  findKept,
  haveBothConsented,
  insertConsent,
  insertKeepsake,
  type KeepsakeRow,
  listKept,
  lockByRoom,
  pictureOf,
  setKeepsake,
} from './keepsake-store.ts'

/** The person, and the call: its slug, or the id of a turn's place. */
export interface InCall {
  slug: string
  person: Person
}

const NO_KEEPSAKE = 'There is no such keepsake'

async function callOf(deps: CallsDeps, { slug, person }: InCall): Promise<CallSubject & { hostId: string }> {
  const call = await findOwnCall(deps, { name: slug, personId: person.id })
  if (!call.influencer) throw refuse.notFound('There is no such call')
  return { ...call, hostId: call.influencer.id }
}

/** The same, while the two people are in it. */
async function callNow(deps: CallsDeps, at: InCall) {
  const call = await callOf(deps, at)
  if (!call.hasBegun || endOf(call, deps.clock.now())) throw refuse.conflict(messages.keepsakeInCall)
  return call
}

function shown(keepsake: KeepsakeRow | null, personId: string, now: Date): CallKeepsake {
  if (!keepsake) return { state: 'none', id: null, asked_by_you: false, you_draw: false }
  const { state, id, askedBy, fanId } = keepsake
  const isOld =
    (state === 'asked' && !isRequested(keepsake, now)) || (state === 'agreed' && !mayDraw(keepsake, now))
  return {
    state: isOld ? 'refused' : state,
    id: state === 'kept' ? id : null,
    asked_by_you: askedBy === personId,
    you_draw: fanId === personId,
  }
}

/** The state of the keepsake of a call. */
export async function showCallKeepsake(deps: CallsDeps, at: InCall): Promise<CallKeepsake> {
  const { roomId } = await callOf(deps, at)
  return shown(await findByRoom(deps.db, roomId), at.person.id, deps.clock.now())
}

/** One change of a call's keepsake, under its row's lock; both pages are informed. */
async function change(
  deps: CallsDeps,
  { roomId, person }: { roomId: string; person: Person },
  decide: (tx: Tx, keepsake: KeepsakeRow | null, now: Date) => Promise<void>,
): Promise<CallKeepsake> {
  const now = deps.clock.now()
  const changed = await withTransaction(deps.db, async tx => {
    await decide(tx, await lockByRoom(tx, roomId), now)
    return findByRoom(tx, roomId)
  })
  await publishToRoom(deps.bus, roomId, { kind: 'keepsake' })
  return shown(changed, person.id, now)
}

/** Requests a keepsake: this is also the consent of this person. */
export async function requestKeepsake(deps: CallsDeps, at: InCall): Promise<CallKeepsake> {
  const call = await callNow(deps, at)
  const { roomId, hostId, buyer } = call
  const personId = at.person.id
  return change(deps, { roomId, person: at.person }, async (tx, found, now) => {
    const row = {
      ...{ id: newId(), roomId, fanId: buyer.id, hostId, state: 'asked' as const, askedBy: personId },
      ...{ askedAt: now, asks: 1, agreedAt: null, keptAt: null },
    }
    const isFirst = found === null && (await insertKeepsake(tx, row))
    const keepsake = isFirst ? row : (found ?? (await lockByRoom(tx, roomId)))
    if (!keepsake) return
    if (isFirst) return insertConsent(tx, { keepsakeId: keepsake.id, personId, saidAt: now })
    switch (effectOfRequest(keepsake, { personId, now })) {
      case 'too_often':
        throw refuse.conflict(messages.keepsakeOften)
      case 'agree':
        return agree(tx, keepsake, { personId, now })
      case 'nothing':
        return
      case 'ask': {
        // An old consent does not apply to a new request; and another person may attend by now.
        await deleteConsents(tx, keepsake.id)
        const { asks } = keepsake
        await setKeepsake(tx, keepsake.id, { ...row, id: keepsake.id, asks: asks + 1 })
        return insertConsent(tx, { keepsakeId: keepsake.id, personId, saidAt: now })
      }
    }
  })
}

async function agree(tx: Tx, { id }: KeepsakeRow, { personId, now }: { personId: string; now: Date }) {
  await insertConsent(tx, { keepsakeId: id, personId, saidAt: now })
  await setKeepsake(tx, id, { state: 'agreed', agreedAt: now })
}

/** The other person's answer. 409 if nobody asked them. */
export async function answerKeepsake(
  deps: CallsDeps,
  at: InCall,
  answer: { agree: boolean },
): Promise<CallKeepsake> {
  const { roomId, hostId, buyer } = await callNow(deps, at)
  const personId = at.person.id
  return change(deps, { roomId, person: at.person }, async (tx, keepsake, now) => {
    const isTheirs = keepsake?.fanId === buyer.id && keepsake.hostId === hostId
    // Attack: the person who asked also answers for the other.
    if (!keepsake || !isTheirs || !isRequested(keepsake, now) || keepsake.askedBy === personId)
      throw refuse.conflict(messages.keepsakeNotAsked)
    if (answer.agree) return agree(tx, keepsake, { personId, now })
    await deleteConsents(tx, keepsake.id)
    await setKeepsake(tx, keepsake.id, { state: 'refused' })
  })
}

/** Withdraws the consent; if there is a photo, deletes it for both. Safe to repeat. */
export async function withdrawKeepsake(deps: CallsDeps, at: InCall): Promise<CallKeepsake> {
  const { roomId } = await callOf(deps, at)
  return change(deps, { roomId, person: at.person }, async (tx, keepsake) => {
    const isTheirs = keepsake?.fanId === at.person.id || keepsake?.hostId === at.person.id
    if (keepsake && isTheirs) await removeConsents(tx, keepsake)
  })
}

async function removeConsents(tx: Tx, { id, state }: KeepsakeRow): Promise<void> {
  if (state === 'removed' || state === 'refused') return
  await deleteConsents(tx, id)
  await setKeepsake(tx, id, { state: state === 'kept' ? 'removed' : 'refused', picture: null })
}

/**
 * Stores the photo from the fan's page, encoded again, if both consented a moment ago. Attacks: a photo without both
 * consents, from the host or a stranger, a second one, one after a consent was withdrawn while this one was encoded.
 */
export async function storeKeepsake(
  deps: CallsDeps,
  at: InCall,
  { picture }: { picture: File },
): Promise<CallKeepsake> {
  const { roomId } = await callOf(deps, at)
  const personId = at.person.id
  const found = await findByRoom(deps.db, roomId)
  if (found && found.fanId !== personId) throw refuse.forbidden(messages.keepsakeByFan)
  if (!found || !mayDraw(found, deps.clock.now())) throw refuse.conflict(messages.keepsakeNotAgreed)
  const { files } = await deps.makeKeepsake({ file: picture, field: 'picture' })
  const data = files.at(-1)?.data
  return change(deps, { roomId, person: at.person }, async (tx, keepsake, now) => {
    const isAgreed =
      keepsake?.fanId === personId && mayDraw(keepsake, now) && (await haveBothConsented(tx, keepsake))
    if (!data || !isAgreed || (await isHidden(deps, keepsake, tx)))
      throw refuse.conflict(messages.keepsakeNotAgreed)
    await setKeepsake(tx, keepsake.id, { state: 'kept', keptAt: now, picture: data })
  })
}

/** Nobody sees it while one has blocked the other, or the other is suspended. */
async function isHidden(
  deps: Pick<CallsDeps, 'db'>,
  { fanId, hostId }: Pick<KeepsakeRow, 'fanId' | 'hostId'>,
  tx: Tx | CallsDeps['db'] = deps.db,
): Promise<boolean> {
  return (await areApart(tx, fanId, hostId)) || (await isAnySuspended(tx, [fanId, hostId]))
}

/** A page of what a person keeps, the newest first. */
export async function listKeepsakes(
  deps: CallsDeps,
  { person, page }: { person: Person; page: PageRequest },
): Promise<{ count: number; results: Keepsake[]; last: string | null }> {
  const { rows, count, last } = await listKept(deps.db, { personId: person.id, now: deps.clock.now(), page })
  const results = rows.map(({ id, other, at }) => ({
    ...{ id, other, at: at.toISOString() },
    until: new Date(at.getTime() + KEEPSAKE_KEPT_MS).toISOString(),
  }))
  return { count, results, last }
}

async function ownKept(deps: CallsDeps, { id, person }: { id: string; person: Person }) {
  const at = { id, personId: person.id, now: deps.clock.now() }
  const keepsake = isUuid(id) ? await findKept(deps.db, at) : null
  if (!keepsake) throw refuse.notFound(NO_KEEPSAKE)
  return keepsake
}

/** The JPEG, for its two people. */
export async function readKeepsake(deps: CallsDeps, of: { id: string; person: Person }): Promise<Buffer> {
  const keepsake = await ownKept(deps, of)
  const picture = (await isHidden(deps, keepsake)) ? null : await pictureOf(deps.db, keepsake.id)
  if (!picture) throw refuse.notFound(NO_KEEPSAKE)
  return picture
}

/** Deletes it for both, also after a block. */
export async function removeKeepsake(deps: CallsDeps, of: { id: string; person: Person }): Promise<void> {
  const { roomId } = await ownKept(deps, of)
  await withTransaction(deps.db, async tx => {
    const keepsake = await lockByRoom(tx, roomId)
    if (keepsake) await removeConsents(tx, keepsake)
  })
  await publishToRoom(deps.bus, roomId, { kind: 'keepsake' })
}
