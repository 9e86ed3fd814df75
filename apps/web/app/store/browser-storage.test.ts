import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserStorage } from './browser-storage.ts'

beforeEach(() => void vi.stubGlobal('window', {}))
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'localStorage')
})

const define = (descriptor: PropertyDescriptor) =>
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...descriptor })

test('a browser that refuses to name its storage keeps what is stored for this page', () => {
  define({
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  browserStorage().setItem('micOff', 'yes')
  expect(browserStorage().getItem('micOff')).toBe('yes')
  browserStorage().removeItem('micOff')
  expect(browserStorage().getItem('micOff')).toBeNull()
})

test('the browser’s own storage is used where there is one', () => {
  const own = { getItem: () => 'of the browser', setItem: () => undefined, removeItem: () => undefined }
  define({ value: own })
  expect(browserStorage().getItem('micOff')).toBe('of the browser')
  define({ value: undefined })
  expect(browserStorage().getItem('micOff')).toBeNull()
})
