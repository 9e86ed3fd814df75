import { describe, expect, it } from 'vitest'
import { createBirthDateQuestion } from './birth-date-question.ts'
import { createClient } from './client.ts'
import type { ApiError } from './errors.ts'

const noAuth = { accessToken: async () => null, renew: async () => null }
const answering = (body: string, init: ResponseInit) => async () => new Response(body, init)

async function messageOf(body: string, statusText: string): Promise<ApiError> {
  const client = createClient({ fetch: answering(body, { status: 400, statusText }), auth: noAuth })
  return client.get('/x/').then(
    () => Promise.reject(new Error('did not fail')),
    (error: unknown) => error as ApiError,
  )
}

describe('a failed request', () => {
  it.each([
    ['the detail', '{"detail":"Not yours","more":1}', 'Not yours'],
    [
      'field errors as field: first message',
      '{"email":["Email is required.","x"],"name":["no"]}',
      'email: Email is required., name: no',
    ],
    ['the whole body', 'gone wrong', 'gone wrong'],
    ['the whole body of another shape', '{"a":1}', '{"a":1}'],
    ['the status text when there is no body', '', 'Bad Request'],
  ])('is told by %s', async (_name, body, message) => {
    expect((await messageOf(body, 'Bad Request')).message).toBe(message)
  })

  it('keeps its field errors for the form', async () => {
    expect((await messageOf('{"email":["no"]}', '')).fields).toEqual({ email: ['no'] })
  })

  it('without any answer has status 0', async () => {
    const fetch = async () => {
      throw new TypeError('network')
    }
    await expect(createClient({ fetch, auth: noAuth }).get('/x/')).rejects.toMatchObject({ status: 0 })
  })
})

describe('a request with a login', () => {
  it('is sent again once with a renewed token when the server refuses the first', async () => {
    const sent: (string | null)[] = []
    const fetch = async (_path: string, init: RequestInit = {}) => {
      const token = new Headers(init.headers).get('authorization')
      sent.push(token)
      return token === 'Bearer new' ? new Response('{"ok":true}') : new Response('{}', { status: 401 })
    }
    const auth = { accessToken: async () => 'old', renew: async () => 'new' }
    expect(await createClient({ fetch, auth }).get('/x/')).toEqual({ ok: true })
    expect(sent).toEqual(['Bearer old', 'Bearer new'])
  })

  it('fails with 401 when the login is over', async () => {
    const fetch = answering('{"detail":"no"}', { status: 401 })
    const auth = { accessToken: async () => 'old', renew: async () => null }
    await expect(createClient({ fetch, auth }).post('/x/', {})).rejects.toMatchObject({ status: 401 })
  })
})

it('only a request that changed something calls onChange', async () => {
  const notified: string[] = []
  const onChange = () => notified.push('changed')
  const fetch = answering('{"ok":true}', { status: 200 })
  const client = createClient({ fetch, auth: noAuth, onChange })
  await client.get('/x/')
  expect(notified).toEqual([])
  await client.post('/x/')
  await client.put('/x/', {})
  await client.patch('/x/', {})
  await client.delete('/x/')
  expect(notified).toHaveLength(4)
  const failing = createClient({ fetch: answering('{}', { status: 409 }), auth: noAuth, onChange })
  await expect(failing.post('/x/')).rejects.toThrow()
  expect(notified).toHaveLength(4)
})

describe('a request that waits for the birth date', () => {
  const client = (isSaid: boolean) => {
    const sent: string[] = []
    const question = createBirthDateQuestion()
    let isGiven = false
    const fetch = async (path: string) => {
      sent.push(path)
      const body = isGiven ? '{"id":"1"}' : '{"detail":"Birth date first","needs":"birth_date"}'
      return new Response(body, { status: isGiven ? 201 : 403 })
    }
    question.subscribe(() => {
      isGiven = isSaid
      question.getSnapshot()?.answer(isSaid)
    })
    const { withBirthDate } = question
    return { sent, question, api: createClient({ fetch, auth: noAuth, withBirthDate }) }
  }

  it('continues without a press once the person has given it', async () => {
    const { sent, api } = client(true)
    expect(await api.post('/book/', {})).toEqual({ id: '1' })
    expect(sent).toEqual(['/book/', '/book/'])
  })

  it('stays refused when the person does not give it', async () => {
    const { sent, api } = client(false)
    await expect(api.post('/book/', {})).rejects.toMatchObject({ status: 403 })
    expect(sent).toEqual(['/book/'])
  })
  it('asks nothing on the next page when the person left the page before the answer', async () => {
    const { sent, question, api } = client(true)
    const left = api.post('/book/', {})
    question.giveUp()
    await expect(left).rejects.toMatchObject({ status: 403 })
    expect(sent).toEqual(['/book/'])
  })
})
