import type { CallStats } from '@parley/contract/calls'
import {
  CALL_STATS_EVERY_MS,
  COUNTDOWN_ORANGE_BELOW,
  COUNTDOWN_RED_BELOW,
  REMOVAL_WITHIN_MS,
} from '@parley/contract/constants'
import { countdownText } from '@parley/contract/duration'
import { MINUTE_MS, SECOND_MS } from '@parley/contract/time-units'
import { msg } from '../../../language/text.ts'
import { createStore, type Store } from '../../../store/store.ts'

export type CountdownTone = 'limegreen' | 'orange' | 'red'

export interface ClockSnapshot {
  /** Null until the first message of the server. */
  totalSeconds: number | null
  /** Whole seconds, as shown. */
  remainingSeconds: number
  /** `mm:ss`. */
  text: string
  /** How much of the time is left, 0 to 1. */
  fraction: number
  tone: CountdownTone
  /** Whether paid time runs. */
  isLive: boolean
  /** The server says that the time is used. */
  isOver: boolean
  /** The countdown is at zero for so long that the server should have said so. */
  isRunOut: boolean
  /** For screen readers, in English: half, a quarter and one minute. */
  announcement: string
}

export interface CallClock extends Store<ClockSnapshot> {
  /** Applies the server's message, with its travel time. */
  update(stats: CallStats, wayMs: number): void
  /** The connection to the server is lost: whether time runs is not known until its next message. */
  interrupt(): void
  stop(): void
}

/** Whether paid time has run: the first second of it counts. */
export const hasBegun = ({
  totalSeconds,
  remainingSeconds,
}: Pick<ClockSnapshot, 'totalSeconds' | 'remainingSeconds'>): boolean =>
  totalSeconds !== null && remainingSeconds < totalSeconds

/** The countdown's colour: limegreen above a half, orange below, red below a quarter. */
export function toneOf(fraction: number): CountdownTone {
  if (fraction < COUNTDOWN_RED_BELOW) return 'red'
  return fraction < COUNTDOWN_ORANGE_BELOW ? 'orange' : 'limegreen'
}

/**
 * A countdown at zero waits this long for the server's own message: a client that ends early takes the last second
 * from the other person.
 */
const OVER_AFTER_MS = REMOVAL_WITHIN_MS
/**
 * So long after a message time is counted on; after a longer silence the connection is dead, and the server has stopped
 * its clock.
 */
const COUNTED_ON_MS = 2 * CALL_STATS_EVERY_MS + 2_000
/** A zero that is further from the last message says nothing: the page may have stood still. */
const ZERO_KNOWN_WITHIN_MS = CALL_STATS_EVERY_MS + OVER_AFTER_MS + 1_000
/** The server learns of a stop up to this much late; a greater difference is time that did not run. */
const STOP_SEEN_WITHIN_MS = 4_000
/** A message this much behind the displayed time was delayed; beyond it the clock had stopped in between. */
const HELD_UP_MAX_MS = 500
/**
 * The remaining share of a delay after one message: the browser's own clock may be a little fast, and is corrected
 * slowly.
 */
const FOLLOWED = 0.1

interface Mark {
  atMs: number
  words: string
}

/**
 * The announcements for screen readers at these remaining times; one minute is omitted in calls that are not much
 * longer.
 */
function marksOf(totalMs: number): Mark[] {
  const marks = [
    { atMs: totalMs / 2, words: msg('Half of the time is left') },
    { atMs: totalMs / 4, words: msg('A quarter of the time is left') },
  ]
  const last = { atMs: MINUTE_MS, words: msg('One minute is left') }
  return totalMs > 2 * MINUTE_MS ? [...marks, last] : marks
}

/** Until the shown second changes, not a second from now: both sides then change together. */
function untilNextMs(leftMs: number): number {
  return leftMs > 0 ? leftMs % SECOND_MS || SECOND_MS : OVER_AFTER_MS + leftMs
}

/** The server's clock, continued between its messages by a monotonic clock of this browser. */
export function createCallClock(deps: { nowMs(): number }): CallClock {
  const store = createStore<ClockSnapshot>({
    totalSeconds: null,
    remainingSeconds: 0,
    text: countdownText(0),
    fraction: 1,
    tone: 'limegreen',
    isLive: false,
    isOver: false,
    isRunOut: false,
    announcement: '',
  })
  let said: { stats: CallStats; atMs: number } | null = null
  let shownMs = Number.POSITIVE_INFINITY
  let shownTotalMs = 0
  let isInterrupted = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The remaining time by the server's last message and the time since; below zero if it ended without a message. */
  function leftAtMs({ stats, atMs }: { stats: CallStats; atMs: number }, nowMs: number): number {
    const sinceMs = stats.is_live ? Math.max(0, Math.min(COUNTED_ON_MS, nowMs - atMs)) : 0
    return (stats.total_duration - stats.used_duration) * SECOND_MS - sinceMs
  }

  /** The end by the fastest message: delays can only make a message late, so a later end is mostly wrong. */
  function heldUpMs(stats: CallStats, atMs: number): number {
    if (!said?.stats.is_live || !stats.is_live || said.stats.total_duration !== stats.total_duration) return 0
    const lateMs = leftAtMs({ stats, atMs }, atMs) - leftAtMs(said, atMs)
    return lateMs > 0 && lateMs < HELD_UP_MAX_MS ? lateMs * (1 - FOLLOWED) : 0
  }

  function show(): void {
    if (!said) return
    clearTimeout(timer)
    const { stats, atMs } = said
    const nowMs = deps.nowMs()
    const totalMs = stats.total_duration * SECOND_MS
    const left = leftAtMs(said, nowMs)
    // The displayed used time does not go back, although the server learns of a stop a little late.
    const isHeld = totalMs === shownTotalMs && left - shownMs < STOP_SEEN_WITHIN_MS
    const leftMs = Math.max(0, isHeld ? Math.min(left, shownMs) : left)
    shownTotalMs = totalMs
    const fraction = totalMs > 0 ? leftMs / totalMs : 0
    const passed = marksOf(totalMs).findLast(mark => shownMs > mark.atMs && leftMs <= mark.atMs)
    const isFirst = shownMs === Number.POSITIVE_INFINITY
    const isOver = stats.used_duration >= stats.total_duration
    const isRunOut = !isInterrupted && left <= -OVER_AFTER_MS && nowMs - atMs <= ZERO_KNOWN_WITHIN_MS
    shownMs = leftMs
    store.set({
      totalSeconds: stats.total_duration,
      remainingSeconds: Math.ceil(leftMs / SECOND_MS),
      text: countdownText(leftMs / SECOND_MS),
      fraction,
      tone: toneOf(fraction),
      isLive: stats.is_live && !isOver && !isRunOut,
      isOver,
      isRunOut,
      ...(passed && !isFirst && leftMs > 0 ? { announcement: passed.words } : {}),
    })
    const goesOn = stats.is_live && !isOver && left > -OVER_AFTER_MS && nowMs - atMs < COUNTED_ON_MS
    if (goesOn) timer = setTimeout(show, untilNextMs(left))
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    update(stats, wayMs) {
      const atMs = deps.nowMs() - wayMs
      said = { stats, atMs: atMs - heldUpMs(stats, atMs) }
      isInterrupted = false
      show()
    },
    interrupt() {
      if (isInterrupted) return
      isInterrupted = true
      show()
    },
    stop: () => clearTimeout(timer),
  }
}
