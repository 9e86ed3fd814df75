import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Select } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Device, LocalMedia } from './local-media.ts'
import css from './stream.module.css'
import { useStore } from './use-store.ts'

interface DevicesProps {
  label: string
  devices: readonly Device[]
  chosen: string | null
  onChoose: (id: string) => Promise<void>
}

function Devices({ label, devices, chosen, onChoose }: DevicesProps) {
  if (devices.length < 2) return null
  return (
    <Select label={label} value={chosen ?? ''} onChange={event => void onChoose(event.target.value)}>
      {devices.map(({ id, label: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** The owner's microphone and camera, one press away: nothing of it lies over the picture. */
export function StreamSettings({ media }: { media: LocalMedia }) {
  const [isOpen, setOpen] = useState(false)
  const devices = useStore(media)
  return (
    <>
      <button
        type="button"
        className={css.round}
        aria-label="Sound and picture"
        title="Sound and picture"
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal size={24} aria-hidden="true" />
      </button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title="Sound and picture"
        description="The clock runs on while one of them is off."
      >
        <div className={css.settings}>
          <Switch
            label="Microphone"
            checked={devices.microphone === 'on' && devices.audioAllowed}
            onChange={isOn => media.setMicrophone(isOn ? 'on' : 'off')}
          />
          <Devices
            label="Microphone to use"
            devices={devices.microphones}
            chosen={devices.microphoneId}
            onChoose={id => media.chooseMicrophone(id)}
          />
          <Switch
            label="Camera"
            checked={devices.camera === 'on' && devices.videoAllowed}
            onChange={isOn => media.setCamera(isOn ? 'on' : 'off')}
          />
          <Devices
            label="Camera to use"
            devices={devices.cameras}
            chosen={devices.cameraId}
            onChoose={id => media.chooseCamera(id)}
          />
        </div>
      </Sheet>
    </>
  )
}
