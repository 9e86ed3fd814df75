import { expect, it } from 'vitest'
import { describeUse, parseMachineUse } from './machine-use.ts'

const STAT = 'cpu  100 10 50 800 40 0 0 25 7 0\ncpu0 50 5 25 400 20 0 0 12 3 0\nintr 1 2 3\n'
const MEMINFO = 'MemTotal:       24684432 kB\nMemFree:  1048576 kB\nMemAvailable:   2097152 kB\n'

it('reads the ticks of all cores, without those of guests twice, and the memory that is free', () => {
  expect(parseMachineUse(STAT, MEMINFO)).toEqual({ total: 1_025, idle: 840, stolen: 25, freeMb: 2_048 })
})

it('knows nothing of another system', () => {
  expect(parseMachineUse('', '')).toBeUndefined()
})

it('tells how busy the cores were between two moments, and what other machines took', () => {
  const before = { total: 1_000, idle: 500, stolen: 10, freeMb: 900 }
  const after = { total: 2_000, idle: 600, stolen: 210, freeMb: 800 }
  expect(describeUse(before, after, 300)).toBe(
    'cores 70 % busy, 20 % taken by other machines, least free memory 300 MB',
  )
})
