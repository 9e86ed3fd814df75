import { expect, it } from 'vitest'
import { createAlerts } from './alerts.ts'

it('an alert disappears after four seconds', () => {
  const timers: { work: () => void; delayMs: number }[] = []
  const alerts = createAlerts((work, delayMs) => timers.push({ work, delayMs }))
  alerts.error('No')
  alerts.message('Yes')
  expect(alerts.getSnapshot().map(alert => [alert.kind, alert.text])).toEqual([
    ['error', 'No'],
    ['message', 'Yes'],
  ])
  expect(timers.map(timer => timer.delayMs)).toEqual([4000, 4000])
  timers[0]?.work()
  expect(alerts.getSnapshot().map(alert => alert.text)).toEqual(['Yes'])
})

it('the same text twice is shown once', () => {
  const alerts = createAlerts(() => undefined)
  alerts.error('No')
  alerts.error('No')
  expect(alerts.getSnapshot()).toHaveLength(1)
})
