import { expect, it } from 'vitest'
import { HeldRules } from './held-rules.ts'

it('rules that are changed between two turns are sent in the next one, once', () => {
  const sent: [string, object][] = []
  const chatOf = (turn: string) => ({ moderate: (act: object) => void sent.push([turn, act]) })
  const rules = new HeldRules()
  const change = { type: 'moderate', act: 'rules' }
  rules.follow(chatOf('first'))
  rules.change({ links: 'allowed' })
  expect(sent).toEqual([['first', { ...change, links: 'allowed' }]])
  rules.follow(null)
  rules.change({ words: ['spoiler'] })
  rules.change({ words: ['spoiler', 'ending'] })
  rules.change({ is_on: false })
  expect(rules.getSnapshot()).toEqual({ words: ['spoiler', 'ending'], is_on: false })
  expect(sent.splice(0)).toHaveLength(1)
  rules.follow(chatOf('second'))
  rules.follow(chatOf('third'))
  expect(sent).toEqual([['second', { ...change, words: ['spoiler', 'ending'], is_on: false }]])
  expect(rules.getSnapshot()).toEqual({})
})
