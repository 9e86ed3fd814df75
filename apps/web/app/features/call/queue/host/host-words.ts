import type { QueueShown } from '@parley/contract/live/queue'
import { SECOND_MS } from '@parley/contract/time-units'
import { plural, t } from '../../../../language/text.ts'

export type InLine = NonNullable<QueueShown['line']>[number]

/** Who is still to come, in order. */
export const waitingOf = ({ line }: QueueShown): InLine[] =>
  (line ?? []).filter(({ state }) => state === 'waiting')

/** Who is called by the next press: the first who is ready, else the first of all. */
export function nextOf(shown: QueueShown): InLine | null {
  const waiting = waitingOf(shown)
  return waiting.find(({ ready }) => ready) ?? waiting[0] ?? null
}

export const currentOf = ({ line }: QueueShown): InLine | null =>
  line?.find(({ state }) => state === 'called' || state === 'in_turn') ?? null

/** The one big button: what a press of it does now, or why there is none. */
export interface BigButton {
  step: 'open' | 'next' | 'resume' | null
  words: string
  /** What it does to money and people, below it. */
  more: string
}

export interface HostFacts {
  /** The event may begin. */
  isTime: boolean
  /** The host's camera or microphone is on. */
  isSeen: boolean
  /** The current turn has begun a moment ago. */
  hasJustBegun: boolean
}

/**
 * So long Next does nothing in a new turn: a second press that was meant for the turn before would end this one, which
 * nobody can bring back.
 */
export const NEXT_AFTER_MS = 3 * SECOND_MS

/** Whether this key is held: a browser makes a click of each repetition of Enter, and only the first was meant. */
export const isHeldEnter = ({ key, repeat }: { key: string; repeat: boolean }): boolean =>
  repeat && key === 'Enter'

/** How long until the line may be opened, by the server's time: the clock of a device may be wrong. */
export const untilStartMs = (startsAt: string | null, { now }: Pick<QueueShown, 'now'>): number =>
  startsAt === null ? 0 : Math.max(0, Date.parse(startsAt) - Date.parse(now))

/** What the host can do next. Nobody is called to a host whom they could neither see nor hear. */
export function bigButton(shown: QueueShown, { isTime, isSeen, hasJustBegun }: HostFacts): BigButton {
  const next = nextOf(shown)
  const current = currentOf(shown)
  if (shown.state === 'ended') return { step: null, words: t('The line is over'), more: '' }
  if (shown.state === 'scheduled') {
    return {
      step: isTime && isSeen ? 'open' : null,
      words: t('Open the line'),
      more: isTime
        ? isSeen
          ? t('The first who is ready is called at once, and sees you.')
          : t('Turn on camera and microphone first.')
        : t(
            'You can open it when the event begins. If it is not open 15 minutes later, everybody gets their money back.',
          ),
    }
  }
  if (current?.state === 'in_turn')
    return {
      step: hasJustBegun ? null : 'next',
      words: t('Next'),
      more: hasJustBegun
        ? t('The turn of @{name} has just begun. You can end it in a moment.', { name: current.name })
        : t('Ends this turn now. What is left of it goes back to @{name}.', { name: current.name }),
    }
  if (current)
    return {
      step: null,
      words: t('Calling @{name}', { name: current.name }),
      more: t('A fan who does not come within 20 seconds has missed it, and the next is called.'),
    }
  if (shown.state === 'paused')
    return {
      step: isSeen ? 'resume' : null,
      words: t('Go on'),
      more: isSeen
        ? t('The first who is ready is called at once, and sees you.')
        : t('Turn on camera and microphone first.'),
    }
  if (!next)
    return { step: null, words: t('Nobody waits'), more: t('End the event, or wait for late buyers.') }
  return {
    step: null,
    words: t('Nobody is ready yet'),
    more: t(
      'The first fan who is ready is called automatically. A fan who is not there five minutes after the time they were told is skipped.',
    ),
  }
}

/** Who comes next, in words. */
export function nextText(shown: QueueShown): string {
  const next = nextOf(shown)
  if (!next) return t('Nobody comes after this.')
  return next.ready
    ? t('Next: @{name}, number {number}, ready', { name: next.name, number: next.number })
    : t('Next: @{name}, number {number}, not ready', { name: next.name, number: next.number })
}

export const countText = (shown: QueueShown): string =>
  plural(waitingOf(shown).length, { one: '{count} waits', other: '{count} wait' })

/** A place's state in words, for the host and who helps. */
export function turnText({ state, ready, missed }: InLine): string {
  switch (state) {
    case 'waiting':
      if (ready) return t('Ready')
      return missed > 0 ? t('Missed the call') : t('Not ready')
    case 'called':
      return t('Being called')
    case 'in_turn':
      return t('In turn')
    case 'served':
      return t('Had their turn')
    case 'part':
      return t('Had a part of it')
    case 'skipped':
      return t('Skipped')
    case 'left':
      return t('Left')
    case 'unserved':
      return t('Not reached')
  }
}

/** What ending the line does, before it is pressed. */
export function endText(shown: QueueShown): string {
  const current = currentOf(shown)
  const waiting = waitingOf(shown)
  const rests = waiting.filter(({ rest }) => rest).length
  const whole = waiting.length - rests
  const said = [
    whole > 0 &&
      plural(whole, {
        one: '{count} person who still waits gets all of their money back.',
        other: '{count} people who still wait get all of their money back.',
      }),
    rests > 0 &&
      plural(rests, {
        one: '{count} person whose turn broke off gets back what was not used of it.',
        other: '{count} people whose turn broke off get back what was not used of it.',
      }),
    current?.state === 'in_turn' &&
      t('What is left of the turn of @{name} goes back to them.', { name: current.name }),
  ]
  return said.filter(Boolean).join(' ') || t('Nobody waits any more.')
}

/** What removing somebody does, before it is pressed. */
export function removeText({ state, rest }: Pick<InLine, 'state' | 'rest'>): string {
  if (state === 'in_turn')
    return t('Their turn ends at once, and what is left of it goes back to them. This cannot be undone.')
  return rest
    ? t('They get back what was not used of their turn. This cannot be undone.')
    : t('They get all of their money back. This cannot be undone.')
}

/** With how many of a line its host had some time. */
export const metOf = ({ line }: QueueShown): number =>
  (line ?? []).filter(({ state, rest }) => state === 'served' || state === 'part' || rest).length
