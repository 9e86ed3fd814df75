import { expect, it } from 'vitest'
import { wordsInNoCatalogue } from '../../../language/testing/marked-language.ts'
import { deviceText } from './device-text.ts'

it.each(['Unknown device', 'Firefox on Windows'])(
  'the device of a login has a text in the language of the page: %s',
  device => {
    expect(deviceText(device)).toBe(device)
    expect(wordsInNoCatalogue(() => deviceText(device))).toEqual([])
  },
)

it('a device of which only the browser or the system is known has its own name in every language', () => {
  expect(deviceText('Safari')).toBe('Safari')
})
