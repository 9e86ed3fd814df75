import { Video } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Ring } from '../../ui/ring.tsx'
import { browserMedia } from './browser-call.ts'
import css from './device-check.module.css'
import { LevelMeter } from './level-meter.tsx'
import type { Device, LocalMediaSnapshot } from './local-media.ts'
import { createMicLevel, createWebAudioMeter } from './mic-level.ts'
import { OwnPicture } from './own-picture.tsx'
import { useStore } from './use-store.ts'

/** This browser's camera and microphone, looked at without a call; nothing leaves the device. */
function createTrial() {
  const media = browserMedia()
  return { media, mic: createMicLevel({ createMeter: createWebAudioMeter }) }
}

type Finding = { is: 'good' | 'open' | 'bad'; text: string }

function cameraFinding({ stream, videoAllowed }: LocalMediaSnapshot): Finding {
  if ((stream?.getVideoTracks().length ?? 0) > 0) return { is: 'good', text: 'Your camera works.' }
  if (!videoAllowed) return { is: 'bad', text: 'Your browser keeps the camera from this page.' }
  return { is: 'bad', text: 'No camera was found.' }
}

function microphoneFinding({ stream, audioAllowed }: LocalMediaSnapshot, heard: boolean): Finding {
  if (heard) return { is: 'good', text: 'Your microphone hears you.' }
  if ((stream?.getAudioTracks().length ?? 0) > 0) return { is: 'open', text: 'Say something aloud.' }
  if (!audioAllowed) return { is: 'bad', text: 'Your browser keeps the microphone from this page.' }
  return { is: 'bad', text: 'No microphone was found.' }
}

interface ChoiceProps {
  label: string
  devices: readonly Device[]
  value: string | null
  onChoose: (id: string) => void
}

function Choice({ label, devices, value, onChoose }: ChoiceProps) {
  if (devices.length < 2) return null
  return (
    <Select label={label} value={value ?? ''} onChange={event => onChoose(event.target.value)}>
      {devices.map(({ id, label: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function Found({ finding, children }: { finding: Finding; children?: ReactNode }) {
  return (
    <li className={css.finding} data-is={finding.is}>
      <span className={css.mark} aria-hidden="true" />
      <span>{finding.text}</span>
      {children}
    </li>
  )
}

function Trial({ onPassed }: { onPassed: () => void }) {
  const [{ media, mic }] = useState(createTrial)
  const devices = useStore(media)
  const { voice } = useStore(mic)
  const [heard, setHeard] = useState(false)
  useEffect(() => {
    void media.start()
    return () => {
      mic.stop()
      media.stop()
    }
  }, [media, mic])
  useEffect(() => mic.listen(devices.stream?.getAudioTracks()[0] ?? null), [mic, devices.stream])
  useEffect(() => {
    if (voice === 'loud') setHeard(true)
  }, [voice])
  const camera = cameraFinding(devices)
  const microphone = microphoneFinding(devices, heard)
  const passed = camera.is === 'good' && microphone.is === 'good'
  useEffect(() => {
    if (passed) onPassed()
  }, [passed, onPassed])
  if (devices.phase !== 'settled')
    return <p role="status">Allow camera and microphone when your browser asks.</p>
  const denied = !devices.audioAllowed || !devices.videoAllowed
  return (
    <>
      <div className={css.picture}>
        <OwnPicture media={devices} />
      </div>
      <ul className={css.findings} aria-live="polite">
        <Found finding={camera} />
        <Found finding={microphone}>{devices.audioAllowed && <LevelMeter mic={mic} />}</Found>
      </ul>
      {denied && (
        <p className={css.help}>
          Open the site settings next to the address, allow both, and load this page again.
        </p>
      )}
      <Choice
        label="Camera"
        devices={devices.cameras}
        value={devices.cameraId}
        onChoose={id => void media.chooseCamera(id)}
      />
      <Choice
        label="Microphone"
        devices={devices.microphones}
        value={devices.microphoneId}
        onChoose={id => void media.chooseMicrophone(id)}
      />
      {passed && <p className={css.passed}>You are ready for a call.</p>}
    </>
  )
}

/** A trial of the own camera and microphone, begun by a tap: no page asks for them unasked. */
export default function DeviceCheck({ onPassed }: { onPassed: () => void }) {
  const [begun, setBegun] = useState(false)
  const supported = Boolean(navigator.mediaDevices)
  return (
    <div className={css.check}>
      {begun ? (
        <Trial onPassed={onPassed} />
      ) : supported ? (
        <>
          <div className={css.waiting} aria-hidden="true">
            <Ring fraction={0.8} weight={5} className={css.ring}>
              <Video size={40} />
            </Ring>
          </div>
          <Button look="primary" wide onClick={() => setBegun(true)}>
            Test camera and microphone
          </Button>
        </>
      ) : (
        <p className={css.help}>
          This browser cannot do video calls. It may be a browser inside another app: open this page in Safari
          or Chrome.
        </p>
      )}
    </div>
  )
}
