import type { Influencer } from '@parley/contract'
import { afterAll, expect, test } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'
import { nameOf, operationsOf } from '../testing/open-api.ts'
import { bracketedFields } from './form-fields.ts'

const t = await openTestServer()
afterAll(t.close)

test('the document names the fields of a form as the server reads them, and those of JSON as groups', async () => {
  const { body: document } = await t.call<Parameters<typeof operationsOf>[0]>(null, 'GET /api/openapi.json')
  const edit = operationsOf(document).find(each => nameOf(each) === 'PATCH /api/influencer/{username}/')
  const [form, json] = edit?.bodies ?? []
  expect([form?.type, json?.type]).toEqual(['multipart/form-data', 'application/json'])
  const names = Object.keys(form?.schema.properties ?? {})
  expect(names).toEqual(
    expect.arrayContaining([
      ...['user__username', 'main_session[amount]', 'main_session[description]', 'main_live_event[amount]'],
      ...[
        'profile[picture]',
        'virtual_event[title]',
        'virtual_event[profile]',
        'virtual_event[profile][picture]',
      ],
    ]),
  )
  expect(names).not.toContain('main_session')
  expect(Object.keys(json?.schema.properties?.main_session?.properties ?? {})).toContain('amount')

  const star = await t.influencer('star')
  const sent = new FormData()
  const described = (name: string) => names[names.indexOf(name)] ?? 'not described'
  sent.set(described('main_session[amount]'), '31.00')
  const { body } = await t.call<Influencer>(star, 'PATCH /api/influencer/star/', sent)
  expect(body.main_session.amount).toBe('31.00')
})

test('a field of a group is required when the group is and the group requires it', () => {
  const group = { properties: { b: {}, c: {} }, required: ['b'] }
  expect(bracketedFields({ properties: { a: group, d: group, e: {} }, required: ['a', 'e'] })).toEqual({
    properties: { 'a[b]': {}, 'a[c]': {}, 'd[b]': {}, 'd[c]': {}, e: {} },
    required: ['a[b]', 'e'],
  })
  expect(bracketedFields({ anyOf: [{ properties: { a: group } }, {}] })).toEqual({
    anyOf: [{ properties: { 'a[b]': {}, 'a[c]': {} } }, {}],
  })
})
