import { type SessionRequest, TERMS_VERSION } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { aRequest } from '../a-request.testing.ts'
import { createPrepaidCreation } from './prepaid-creation.ts'
import { typedPrepaidSchema } from './prepaid-form-schema.ts'

const link = aRequest({ request_type: 'prepaid', influencer: null })

describe('creating a prepaid link', () => {
  const typed = {
    amount: '12.50',
    duration: '10',
    duration_display: '2',
    description: 'Chess for a beginner',
  }

  it('sends the same key for the same form until the server answers, and another key for another form', async () => {
    const bodies: Record<string, unknown>[] = []
    const created: SessionRequest[] = []
    let isDown = true
    let count = 0
    const creation = createPrepaidCreation({
      api: {
        post: async <T>(_path: string, body: unknown) => {
          bodies.push(body as Record<string, unknown>)
          if (isDown) throw new ApiError(0, null, 'No connection.')
          return link as T
        },
      },
      pageUrl: () => 'http://localhost/prepaid',
      created: request => created.push(request),
      newKey: () => `key ${++count}`,
      setTimer: () => undefined,
    })
    const form = typedPrepaidSchema.parse(typed)
    await creation.send(form)
    expect(creation.getSnapshot()).toMatchObject({ sending: false, problem: 'No connection.' })
    await creation.send(form)
    await creation.send({ ...form, amount: '13' })
    isDown = false
    await creation.send({ ...form, amount: '13' })
    await creation.send({ ...form, amount: '13' })
    expect(bodies.map(({ uuid }) => uuid)).toEqual(['key 1', 'key 1', 'key 2', 'key 2', 'key 3'])
    expect(created).toHaveLength(2)
    // The form shows the sentence of this version.
    const unchanged = {
      request_type: 'prepaid',
      terms_version: TERMS_VERSION,
      callback: 'http://localhost/prepaid',
    }
    expect(bodies[0]).toEqual({ ...form, uuid: 'key 1', ...unchanged })
    expect(form).toEqual({ ...typed, duration: 600 })
    for (const body of bodies) expect(body).toMatchObject(unchanged)
  })

  it('converts the duration from the chosen unit', () => {
    expect(typedPrepaidSchema.parse(typed).duration).toBe(600)
    expect(typedPrepaidSchema.parse({ ...typed, duration: '0.5', duration_display: '3' }).duration).toBe(1800)
  })

  it.each([
    ['amount', { amount: '' }, 'Please specify a price'],
    ['amount', { amount: '0.99' }, /between 1.00 and 10000.00/],
    ['duration', { duration: '' }, 'Please specify a duration'],
    ['duration', { duration: '25', duration_display: '3' }, /between 1 second and 24 hours/],
    ['description', { description: '' }, 'A description is required'],
    ['description', { description: 'Chat' }, 'Please enter a longer desription'],
  ])('complains at the %s of %o', (field, change, message) => {
    const checked = typedPrepaidSchema.safeParse({ ...typed, ...change })
    expect(checked.error?.issues[0]).toMatchObject({ path: [field], message: expect.stringMatching(message) })
  })
})
