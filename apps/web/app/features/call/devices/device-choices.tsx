import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { browserStorage } from '../../../store/browser-storage.ts'
import { Select } from '../../../ui/form/field.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import type { LocalMedia, LocalMediaSnapshot } from './local-media.ts'
import { switchesOf } from './sent-media.ts'
import type { Device } from './sources/device.ts'
import { keepChoice } from './sources/own-choices.ts'

interface DeviceSelectProps {
  label: string
  devices: readonly Device[]
  value: string | null
  onChoose: (id: string) => void
}

function DeviceSelect({ label, devices, value, onChoose }: DeviceSelectProps) {
  if (devices.length === 0) return null
  return (
    <Select label={label} value={value ?? ''} onChange={event => onChoose(event.target.value)}>
      {devices.every(({ id }) => id !== value) && <option value={value ?? ''}>{t('System default')}</option>}
      {devices.map(({ id, label: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** Only some browsers let a page choose where its sound goes. */
const choosesSpeaker = () => 'setSinkId' in HTMLMediaElement.prototype

export interface DeviceChoicesProps {
  media: LocalMedia
  devices: LocalMediaSnapshot
  /** Below the speaker. */
  children?: ReactNode
}

/** Camera, microphone, speaker, noise suppression and blur, as far as this browser lets a page choose. */
export function DeviceChoices({ media, devices, children }: DeviceChoicesProps) {
  return (
    <>
      <DeviceSelect
        label={t('Camera')}
        devices={devices.cameras}
        value={devices.cameraId}
        onChoose={id => void media.chooseCamera(id)}
      />
      <DeviceSelect
        label={t('Microphone')}
        devices={devices.microphones}
        value={devices.microphoneId}
        onChoose={id => void media.chooseMicrophone(id)}
      />
      {choosesSpeaker() && (
        <DeviceSelect
          label={t('Speaker')}
          devices={devices.speakers}
          value={devices.speakerId}
          onChoose={id => media.chooseSpeaker(id === '' ? null : id)}
        />
      )}
      {children}
      {devices.microphones.length > 0 && (
        <Switch
          label={t('Noise suppression')}
          checked={devices.noiseSuppression === 'on'}
          onChange={isOn => {
            const choice = isOn ? 'on' : 'off'
            keepChoice(browserStorage(), { name: 'noiseSuppression', choice })
            void media.setNoiseSuppression(choice)
          }}
        />
      )}
      {devices.blur !== 'none' && (
        <Switch
          label={t('Blur my background')}
          checked={devices.blur === 'on'}
          onChange={isOn => {
            const choice = isOn ? 'on' : 'off'
            keepChoice(browserStorage(), { name: 'backgroundBlur', choice })
            void media.setBackgroundBlur(choice)
          }}
        />
      )}
    </>
  )
}

/** The switches of microphone and camera in a sheet of settings. */
export function DeviceSwitches({ media, devices }: { media: LocalMedia; devices: LocalMediaSnapshot }) {
  const { microphone, camera } = switchesOf(devices)
  return (
    <>
      <Switch
        label={t('Microphone on')}
        checked={microphone === 'on'}
        onChange={isOn => media.setMicrophone(isOn ? 'on' : 'off')}
      />
      <Switch
        label={t('Camera on')}
        checked={camera === 'on'}
        onChange={isOn => media.setCamera(isOn ? 'on' : 'off')}
      />
    </>
  )
}
