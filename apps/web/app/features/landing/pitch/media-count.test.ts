import { expect, it, vi } from 'vitest'
import { createMediaCount } from './media-count.ts'

it('calls back once when all media are loaded, and counts each of them once', () => {
  const onAll = vi.fn()
  const isThere = createMediaCount(2, onAll)
  isThere('picture')
  isThere('picture')
  expect(onAll).not.toHaveBeenCalled()
  isThere('film')
  isThere('film')
  expect(onAll).toHaveBeenCalledOnce()
})
