import { expect, it } from 'vitest'
import { loginPath } from './use-secure.ts'

it('the login leads back to the path and query of the page, encoded', () => {
  expect(loginPath('/chat/OM0?turn=2&page=1')).toBe('/login?next=%2Fchat%2FOM0%3Fturn%3D2%26page%3D1')
})
