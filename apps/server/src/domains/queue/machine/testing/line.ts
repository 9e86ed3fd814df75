import { currentOf, isFinal, type Observed, type Queue, type Turn, turnOf } from '../queue.ts'
import { newTurn, type QueueAction, step } from '../step.ts'

/** Random numbers that are the same for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function queueOf(places: number, more: Partial<Queue> = {}): Queue {
  return {
    state: 'scheduled',
    version: 1,
    turnMs: 60_000,
    startsMs: 0,
    absent: 'refund',
    openedMs: null,
    pausedMs: null,
    pausedBy: null,
    pausedBeforeMs: 0,
    hostGoneMs: null,
    idleMs: null,
    handedMs: null,
    note: null,
    changeoversMs: [],
    turns: Array.from({ length: places }, (_, i) => newTurn(`place-${i + 1}`, i + 1, i + 1)),
    ...more,
  }
}

/** A line whose time is moved by hand: what flows is said by the test, and time is used as the clock would use it. */
export class Line {
  queue: Queue
  nowMs: number
  hostFlows = true
  hostIsHere = true
  fanFlows = new Set<string>()
  /** Time in which the media of both flowed, of each place. */
  usedMs = new Map<string, number>()
  refused: string[] = []
  /** For the tests' own book: when it was opened, and who was not there when their moment came. */
  openedMs: number | null = null
  absent = new Set<string>()
  /** Called with the queue before and after every step. */
  check: (before: Queue, after: Queue) => void = () => undefined

  constructor(queue: Queue) {
    this.queue = queue
    this.nowMs = queue.startsMs
  }

  setHost({ flows = this.hostFlows, isHere = this.hostIsHere }: { flows?: boolean; isHere?: boolean }): void {
    this.hostFlows = flows
    this.hostIsHere = isHere
  }

  /** The page is open and checked, and its media would flow. */
  arrive(place: string): void {
    this.fanFlows.add(place)
    this.do({ kind: 'ready', place })
  }

  get current(): Turn | null {
    return currentOf(this.queue)
  }

  state(n: number): Turn['state'] | undefined {
    return turnOf(this.queue, `place-${n}`)?.state
  }

  #observe(): Observed {
    const place = this.current?.place ?? ''
    return {
      fanFlows: this.fanFlows.has(place),
      hostFlows: this.hostFlows,
      isLive: this.current?.state === 'in_turn' && this.hostFlows && this.fanFlows.has(place),
      hostIsHere: this.hostIsHere,
      usedMs: this.usedMs.get(place) ?? 0,
    }
  }

  do(action: QueueAction): 'done' | string {
    const stepped = step(this.queue, action, { nowMs: this.nowMs, observed: this.#observe() })
    if ('refused' in stepped) {
      this.refused.push(stepped.refused)
      return stepped.refused
    }
    this.check(this.queue, stepped.queue)
    this.queue = stepped.queue
    return 'done'
  }

  /** Lets time pass as the clock of paid time and the rules of time see it. */
  pass(ms: number, stepMs = 1_000): void {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.nowMs += stepMs
      this.#useTime(stepMs)
      this.do({ kind: 'tick' })
    }
  }

  #useTime(stepMs: number): void {
    const { current } = this
    if (!current || !this.hostFlows || !this.fanFlows.has(current.place)) return
    if (current.state === 'called') this.do({ kind: 'begun', place: current.place })
    const used = Math.min((this.usedMs.get(current.place) ?? 0) + stepMs, this.queue.turnMs)
    this.usedMs.set(current.place, used)
    if (used >= this.queue.turnMs) this.do({ kind: 'used_up', place: current.place })
  }

  get isOver(): boolean {
    return this.queue.turns.every(turn => isFinal(this.queue, turn))
  }
}
