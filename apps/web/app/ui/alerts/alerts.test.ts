import { expect, it } from 'vitest'
import { createAlerts } from './alerts.ts'

it('an alert disappears after four seconds', () => {
  const timers: { work: () => void; delayMs: number }[] = []
  const alerts = createAlerts((work, delayMs) => timers.push({ work, delayMs }))
  alerts.message('Yes')
  alerts.error('No')
  expect(alerts.getSnapshot().map(alert => [alert.kind, alert.text])).toEqual([
    ['message', 'Yes'],
    ['error', 'No'],
  ])
  expect(timers.map(timer => timer.delayMs)).toEqual([4000, 4000])
  timers[0]?.work()
  expect(alerts.getSnapshot().map(alert => alert.text)).toEqual(['No'])
})

it('the same text twice is shown once', () => {
  const alerts = createAlerts(() => undefined)
  alerts.error('No')
  alerts.error('No')
  expect(alerts.getSnapshot()).toHaveLength(1)
})

it('a success takes the failures of earlier tries away, and leaves other successes', () => {
  const alerts = createAlerts(() => undefined)
  alerts.message('Copied')
  alerts.error('No connection')
  alerts.message('Created')
  expect(alerts.getSnapshot().map(alert => alert.text)).toEqual(['Copied', 'Created'])
})
