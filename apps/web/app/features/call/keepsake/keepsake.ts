import type { ServerMessage } from '@parley/contract/calls'
import { type CallKeepsake, KEEPSAKE_COUNTDOWN_S, MESSAGE_KEEPSAKE } from '@parley/contract/live/keepsake'
import { PRODUCT } from '@parley/contract/product'
import { SECOND_MS } from '@parley/contract/time-units'
import { errorText } from '../../../api/errors.ts'
import { createStore, type Store } from '../../../store/store.ts'

const DRAWN_WITHIN_MS = 5 * SECOND_MS

export interface KeepsakeSnapshot {
  /** Null until the server has sent it. */
  keepsake: CallKeepsake | null
  /** Seconds until the photo; null without a countdown. */
  countdown: number | null
  isBusy: boolean
  /** What last went wrong, in a sentence. */
  problem: string | null
}

interface KeepsakeDeps {
  /** The slug of a call, or the id of a turn's place. */
  call: string
  api: {
    get(path: string): Promise<CallKeepsake>
    post(path: string, body?: object | FormData): Promise<CallKeepsake>
    delete(path: string): Promise<CallKeepsake>
  }
  /** One photo of both; null where there is nothing to draw. */
  draw(): Promise<Blob | null>
  /** Messages of the page's socket. */
  onMessage(listener: (message: ServerMessage) => void): () => void
}

/** The keepsake of one call, as one of its two people sees it: requested, agreed, counted down, stored. */
export class CallKeepsakeStore implements Store<KeepsakeSnapshot> {
  #deps: KeepsakeDeps
  #path: string
  #store = createStore<KeepsakeSnapshot>({ keepsake: null, countdown: null, isBusy: false, problem: null })
  #timer: ReturnType<typeof setInterval> | undefined
  #stopListening: (() => void) | undefined
  #isStopped = false
  /** Requests so far, and which of them gave what is shown: an answer to an earlier one is older. */
  #asked = 0
  #shown = 0

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(deps: KeepsakeDeps) {
    this.#deps = deps
    this.#path = `/api/${PRODUCT}/${encodeURIComponent(deps.call)}/session/keepsake/`
  }

  start(): void {
    this.#isStopped = false
    this.#stopListening = this.#deps.onMessage(message => {
      if (message.handler === MESSAGE_KEEPSAKE) void this.#read()
    })
    void this.#read()
  }

  stop(): void {
    this.#isStopped = true
    this.#stopListening?.()
    this.#stopCounting()
  }

  request(): Promise<void> {
    return this.#press(() => this.#deps.api.post(this.#path))
  }

  answer(agree: boolean): Promise<void> {
    return this.#press(() => this.#deps.api.post(`${this.#path}answer/`, { agree }))
  }

  /** Withdraws the person's own consent, or deletes the photo for both. */
  withdraw(): Promise<void> {
    return this.#press(() => this.#deps.api.delete(this.#path))
  }

  async #read(): Promise<void> {
    try {
      await this.#applyAnswer(() => this.#deps.api.get(this.#path))
    } catch {
      // Without it the call continues; the next message asks again.
    }
  }

  async #press(send: () => Promise<CallKeepsake>): Promise<void> {
    if (this.#store.getSnapshot().isBusy) return
    this.#store.set({ isBusy: true, problem: null })
    try {
      const isShown = await this.#applyAnswer(send)
      if (!isShown) await this.#read()
    } catch (problem) {
      this.#store.set({ problem: errorText(problem) })
      await this.#read()
    } finally {
      this.#store.set({ isBusy: false })
    }
  }

  /** Applies the answer, and answers whether it did: not where a later request was answered before. */
  async #applyAnswer(send: () => Promise<CallKeepsake>): Promise<boolean> {
    this.#asked += 1
    const nth = this.#asked
    const keepsake = await send()
    if (nth < this.#shown) return false
    this.#shown = nth
    this.#apply(keepsake)
    return true
  }

  #apply(keepsake: CallKeepsake): void {
    // An answer that came after the page was left begins no countdown: another page may show this call by now.
    if (this.#isStopped) return
    const before = this.#store.getSnapshot().keepsake
    this.#store.set({ keepsake })
    if (keepsake.state !== 'agreed') this.#stopCounting()
    // A page that opens after both agreed shows no countdown, except the page that draws, if it was reloaded before
    // the photo.
    else if (before ? before.state !== 'agreed' : keepsake.you_draw) this.#count()
  }

  #count(): void {
    this.#stopCounting()
    this.#store.set({ countdown: KEEPSAKE_COUNTDOWN_S })
    this.#timer = setInterval(() => {
      const left = (this.#store.getSnapshot().countdown ?? 1) - 1
      if (left > 0) return this.#store.set({ countdown: left })
      this.#stopCounting()
      if (this.#store.getSnapshot().keepsake?.you_draw) void this.#send()
    }, SECOND_MS)
  }

  #stopCounting(): void {
    clearInterval(this.#timer)
    this.#store.set({ countdown: null })
  }

  /** Null also where a camera shows no frame in time: a stream that is there need not play. */
  #drawn(): Promise<Blob | null> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, DRAWN_WITHIN_MS, null)
      const done = (picture: Blob | null) => {
        clearTimeout(timer)
        resolve(picture)
      }
      this.#deps.draw().then(done, () => done(null))
    })
  }

  async #send(): Promise<void> {
    await this.#press(async () => {
      const picture = await this.#drawn()
      // Nothing to draw: withdraws the consent, so that the other does not wait.
      if (!picture) return this.#deps.api.delete(this.#path)
      const form = new FormData()
      form.set('picture', picture, 'keepsake.jpg')
      return this.#deps.api.post(`${this.#path}picture/`, form)
    })
  }
}
