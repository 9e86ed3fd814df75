import { expect, test } from 'vitest'
import { parseSmtpUrl } from './smtp-url.ts'

test.each([
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, auth: null, tls: 'starttls' }],
  ['smtps://mail.example.org', { port: 465, tls: 'implicit' }],
  ['smtp://mail.example.org:25?tls=off', { port: 25, tls: 'off' }],
  ['smtp://localhost:1025', { host: 'localhost', tls: 'off' }],
  ['smtp://[::1]:1025', { host: '::1', tls: 'off' }],
  ['smtp://127.0.0.1:1025?tls=required', { tls: 'starttls' }],
  ['smtp://me%40example.org:p%2Fw@mail.example.org', { auth: { user: 'me@example.org', pass: 'p/w' } }],
])('%s names a mail server, and how it is spoken to', (address, expected) => {
  expect(parseSmtpUrl(address)).toMatchObject(expected)
})

test.each([
  'smtp://mail.example.org?tls=maybe',
  'smtp://mail.example.org?rejectUnauthorized=false',
  'smtps://mail.example.org?tls=off',
  'smtp://:secret@mail.example.org',
  'smtp:mail',
])('%s is a mistake', address => {
  expect(() => parseSmtpUrl(address)).toThrow(TypeError)
})
