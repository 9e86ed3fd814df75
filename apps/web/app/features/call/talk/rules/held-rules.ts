import type { ClientMessage } from '@parley/contract/calls'
import { createValueStore, type Store } from '../../../../store/store.ts'

type RulesMessage = Extract<ClientMessage, { type: 'moderate'; act: 'rules' }>
/** Some of the rules of a chat. */
export type RulesChange = {
  [Rule in Exclude<keyof RulesMessage, 'type' | 'act'>]?: NonNullable<RulesMessage[Rule]>
}

/**
 * The changes of a chat's rules. The rules of a queue hold for all of its turns, but the server takes changes during a
 * turn only: what the host changes between two turns is kept here and sent in the next one.
 */
export class HeldRules implements Store<RulesChange> {
  #chat: { moderate(act: RulesMessage): void } | null = null
  #held = createValueStore<RulesChange>({})

  subscribe = this.#held.subscribe
  getSnapshot = this.#held.getSnapshot

  change(change: RulesChange): void {
    if (this.#chat) this.#chat.moderate({ type: 'moderate', act: 'rules', ...change })
    else this.#held.set({ ...this.getSnapshot(), ...change })
  }

  /** Sends what was kept to this chat; null between two turns. */
  follow(chat: { moderate(act: RulesMessage): void } | null): void {
    this.#chat = chat
    const held = this.getSnapshot()
    if (chat === null || Object.keys(held).length === 0) return
    this.#held.set({})
    this.change(held)
  }
}
