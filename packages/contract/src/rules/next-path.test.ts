import { expect, it } from 'vitest'
import { safeNextPath } from './next-path.ts'

it.each(['/', '/profile/ivy', '/prepaid?x=1#y', '/chat/a-b_c'])('%s is gone on to', path => {
  expect(safeNextPath(path)).toBe(path)
})

it.each([
  null,
  '',
  'profile',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/a\\b',
])('%j leads to the first page instead', path => {
  expect(safeNextPath(path)).toBe('/')
})
