import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { openTestServer } from '../../apps/server/src/testing/test-server.ts'
import { ROOT } from '../run-command.ts'

const FOLDER = join(ROOT, 'deploy/monitoring')
const NAME = /\b(?:parley|process|nodejs)_[a-z0-9_]+/g
const HISTOGRAM_PART = /_(?:bucket|sum|count)$/

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
const { groups } = parse(textOf('alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap(group => group.rules)

interface Panel {
  id: number
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}
const { panels } = JSON.parse(textOf('grafana/parley.json')) as { panels: Panel[] }
const namesIn = (text: string) => (text.match(NAME) ?? []).map(name => name.replace(HISTOGRAM_PART, ''))

it('the server exports every metric of the dashboard and the alerts', async () => {
  const demo = await openTestServer()
  try {
    const read = async () => (await fetch(`${demo.origin}/metrics`)).text()
    // The media process exports its metrics once it runs.
    await vi.waitFor(async () => expect(await read()).toContain('parley_video_workers_up 1'), {
      timeout: 60_000,
    })
    const given = new Set([...(await read()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const used = [
      ...rules.flatMap(rule => namesIn(rule.expr)),
      ...panels.flatMap(panel => (panel.targets ?? []).flatMap(target => namesIn(target.expr))),
    ]
    expect(used.length).toBeGreaterThan(30)
    expect([...new Set(used)].filter(name => !given.has(name))).toEqual([])
  } finally {
    await demo.close()
  }
})

describe('an alert', () => {
  it.each(rules)(
    '$alert says how urgent it is, and names a page that is there',
    ({ labels, annotations }) => {
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary).not.toBe('')
      expect(existsSync(join(ROOT, annotations.runbook)), annotations.runbook).toBe(true)
    },
  )
})

it('no two panels of the dashboard overlap', () => {
  for (const [index, { gridPos: a, id }] of panels.entries()) {
    for (const { gridPos: b, id: other } of panels.slice(index + 1)) {
      const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y
      expect(apart, `${id} and ${other}`).toBe(true)
    }
  }
})
