import { expect, it } from 'vitest'
import { firstSwitches, keepDeviceDefaults, readDeviceDefaults } from './device-defaults.ts'

function storageWith(text: string | null) {
  let kept = text
  const setItem = (_key: string, value: string) => {
    kept = value
  }
  return { getItem: () => kept, setItem }
}

it.each([null, '', 'not json', 'null', '[]', '{"cameraOff":"yes"}'])(
  'begins with both off where %s is stored',
  text => {
    expect(readDeviceDefaults(storageWith(text))).toEqual({ cameraOff: true, micOff: true })
  },
)

it('reads what was stored', () => {
  const storage = storageWith(null)
  keepDeviceDefaults(storage, { cameraOff: false, micOff: true })
  expect(readDeviceDefaults(storage)).toEqual({ cameraOff: false, micOff: true })
})

it('continues where storage is refused', () => {
  const refused = () => {
    throw new Error('refused')
  }
  expect(() => keepDeviceDefaults({ setItem: refused }, { cameraOff: true, micOff: true })).not.toThrow()
  expect(readDeviceDefaults({ getItem: refused })).toEqual({ cameraOff: true, micOff: true })
})

it('begins calls with the settings of this device: both off by default', () => {
  const storage = storageWith(null)
  expect(firstSwitches(storage)).toEqual({ camera: 'off', microphone: 'off' })
  keepDeviceDefaults(storage, { cameraOff: true, micOff: false })
  expect(firstSwitches(storage)).toEqual({ camera: 'off', microphone: 'on' })
})
