import { expect, it } from 'vitest'
import { ApiError, errorText, isAnswerLost, isLoginOver } from './errors.ts'

it.each<[string, unknown, string]>([
  ['its detail', { detail: 'Not yours' }, 'Not yours'],
  [
    'its fields, the first message of each',
    { amount: ['Too much', 'No'], uuid: ['Twice'] },
    'amount: Too much, uuid: Twice',
  ],
  [
    'its fields without the path to them',
    { user__username: ['Taken'], 'virtual_event.starts_at': ['Past'] },
    'username: Taken, starts_at: Past',
  ],
  ['a text as it is', 'Bad gateway', 'Bad gateway'],
  ['any other body', { offer: 1 }, '{"offer":1}'],
  ['the status where the body is empty', '  ', 'Gateway Timeout'],
  ['the status where there is no body', null, 'Gateway Timeout'],
])('the message of a failed call is %s', (_what, body, message) => {
  expect(new ApiError(504, body, 'Gateway Timeout').message).toBe(message)
})

it('has fields only where every one is a list of messages', () => {
  expect(new ApiError(400, { amount: ['Too much'] }, '').fields).toEqual({ amount: ['Too much'] })
  expect(new ApiError(400, { amount: ['Too much'], detail: 'x' }, '').fields).toBeNull()
  expect(new ApiError(400, {}, '').fields).toBeNull()
  expect(new ApiError(400, ['Too much'], '').fields).toBeNull()
})

it('only an answer of the server means that a login has ended', () => {
  expect([401, 400, 500, 0].map(status => isLoginOver(new ApiError(status, null, 'x')))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isLoginOver(new Error('offline'))).toBe(false)
})

it('always has a text', () => {
  expect(errorText(new Error(''))).toBe('Something went wrong.')
  expect(errorText('thrown')).toBe('Something went wrong.')
})

it('knows a lost answer from a refusal', () => {
  expect([0, 400, 409, 500, 503].map(status => isAnswerLost(new ApiError(status, {}, 'no')))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ])
  expect(isAnswerLost(new TypeError('no network'))).toBe(true)
})
