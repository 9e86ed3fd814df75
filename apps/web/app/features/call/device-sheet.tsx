import { SwitchCamera } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import css from './device-sheet.module.css'
import { LevelMeter } from './level-meter.tsx'
import type { Device, LocalMedia } from './local-media.ts'
import type { MicLevel } from './mic-level.ts'
import type { PictureFit } from './remote-picture.tsx'
import { useStore } from './use-store.ts'

export interface DeviceSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  media: LocalMedia
  mic: MicLevel
  fit: PictureFit
  onFit: (fit: PictureFit) => void
}

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
      {devices.every(({ id }) => id !== value) && <option value={value ?? ''}>System default</option>}
      {devices.map(({ id, label: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** What to do when the browser was told no; only shown to those who look for it. */
function PermissionHelp() {
  return (
    <p className={css.help}>
      Your browser keeps the camera and microphone from this page. Open the site settings next to the address,
      allow both, and turn them on again.
    </p>
  )
}

/** Camera, microphone, speaker, and how the other person's picture fits. */
export function DeviceSheet({ open, onOpenChange, media, mic, fit, onFit }: DeviceSheetProps) {
  const devices = useStore(media)
  const isDenied = !devices.audioAllowed && !devices.videoAllowed
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Camera and sound">
      {isDenied && <PermissionHelp />}
      <DeviceSelect
        label="Camera"
        devices={devices.cameras}
        value={devices.cameraId}
        onChoose={id => void media.chooseCamera(id)}
      />
      {devices.cameras.length > 1 && (
        <Button icon={<SwitchCamera size={20} aria-hidden="true" />} onClick={() => void media.cycleCamera()}>
          Next camera
        </Button>
      )}
      <DeviceSelect
        label="Microphone"
        devices={devices.microphones}
        value={devices.microphoneId}
        onChoose={id => void media.chooseMicrophone(id)}
      />
      {devices.audioAllowed && <LevelMeter mic={mic} />}
      <DeviceSelect
        label="Speaker"
        devices={devices.speakers}
        value={devices.speakerId}
        onChoose={id => media.chooseSpeaker(id === '' ? null : id)}
      />
      <Switch
        label="Show the whole picture"
        checked={fit === 'whole'}
        onChange={isWhole => onFit(isWhole ? 'whole' : 'fill')}
      />
    </Sheet>
  )
}
