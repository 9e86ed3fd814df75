import type { QueueShown } from '@parley/contract/live/queue'
import type { InLine } from '../host/host-words.ts'

/** What the reader of a line may do to one place in it. */
export interface DeskActs {
  /** Move it and skip it. */
  order: boolean
  readmit: boolean
  remove: boolean
}

const NONE: DeskActs = { order: false, readmit: false, remove: false }

/** Whether the reader may let the line stand still: it runs, and they are no usher who waits in it. */
export const mayPause = ({ role, state, you }: QueueShown): boolean =>
  state === 'running' && (role === 'host' || (you?.state !== 'waiting' && you?.state !== 'called'))

/**
 * The buttons of a row: the server refuses what has none. An usher ends no turn, touches no place of their own, and,
 * while that waits, nobody who comes before it.
 */
export function actsOn(shown: QueueShown, fan: InLine): DeskActs {
  const { role, state, line, you } = shown
  if (state === 'ended' || role === 'fan') return NONE
  const waits = fan.state === 'waiting'
  const mayGo = waits || fan.state === 'called' || fan.state === 'skipped'
  const acts = { order: waits, readmit: fan.state === 'skipped', remove: mayGo || fan.state === 'in_turn' }
  if (role === 'host') return acts
  if (fan.place === you?.place) return NONE
  const at = (place: string | undefined) => (line ?? []).findIndex(each => each.place === place)
  const isBefore = fan.state === 'called' || (waits && at(fan.place) < at(you?.place))
  const isAhead = you?.state === 'waiting' && isBefore
  return isAhead ? { ...acts, order: false, remove: false } : { ...acts, remove: mayGo }
}

/** What is asked about one place before it is done. */
export interface DeskQuestion {
  about: 'remove' | 'move'
  place: string
}

/** Whom a question is about, as they are now; null where it can be asked no more. */
export function askedAbout(shown: QueueShown | null, question: DeskQuestion | null): InLine | null {
  const fan = question && shown?.line?.find(({ place }) => place === question.place)
  if (!shown || !fan) return null
  const acts = actsOn(shown, fan)
  return (question.about === 'remove' ? acts.remove : acts.order) ? fan : null
}
