import { messages } from '@parley/contract/messages'
import { Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import { browserMedia } from './browser-media.ts'
import { fetchRoundTripMs } from './connection-check.ts'
import css from './device-check.module.css'
import { DeviceChoices } from './device-choices.tsx'
import {
  CameraFound,
  ConnectionFound,
  cameraFinding,
  Findings,
  Found,
  microphoneFinding,
  useLoudOnce,
} from './findings.tsx'
import { LevelMeter } from './level-meter.tsx'
import { MediaHelp } from './media-help.tsx'
import { createMicLevel, createWebAudioMeter } from './mic-level.ts'
import { SelfView } from './self-view/self-view.tsx'
import { SpeakerTrial } from './speaker-trial.tsx'

/** This browser's camera and microphone, checked without a call; nothing leaves the device. */
function createTrial() {
  const media = browserMedia()
  return { media, mic: createMicLevel({ createMeter: createWebAudioMeter }) }
}

function Trial({ onPassed }: { onPassed: () => void }) {
  const [{ media, mic }] = useState(createTrial)
  const devices = useStore(media)
  const sound = useLoudOnce(mic)
  useEffect(() => {
    void media.start()
    return () => {
      mic.stop()
      media.stop()
    }
  }, [media, mic])
  useEffect(() => mic.listen(devices.stream?.getAudioTracks()[0] ?? null), [mic, devices.stream])
  const camera = cameraFinding(devices)
  const microphone = microphoneFinding(devices, sound)
  const passed = camera.is === 'good' && microphone.is === 'good'
  useEffect(() => {
    if (passed) onPassed()
  }, [passed, onPassed])
  if (devices.phase !== 'answered')
    return <p role="status">{t('Allow camera and microphone when your browser asks.')}</p>
  return (
    <>
      <div className={css.picture}>
        <SelfView media={devices} />
      </div>
      <Findings>
        <CameraFound devices={devices} />
        <Found finding={microphone}>{devices.audioAllowed && <LevelMeter mic={mic} />}</Found>
        <ConnectionFound probe={fetchRoundTripMs} />
      </Findings>
      <MediaHelp media={media} devices={devices} />
      <DeviceChoices media={media} devices={devices}>
        <SpeakerTrial speakerId={devices.speakerId} />
      </DeviceChoices>
      {passed && <p className={css.passed}>{t('You are ready for a call.')}</p>}
    </>
  )
}

/** A check of the person's own camera and microphone, begun by a tap: no page asks for them by itself. */
export default function DeviceCheck({ onPassed }: { onPassed: () => void }) {
  const [begun, setBegun] = useState(false)
  const supported = Boolean(navigator.mediaDevices)
  return (
    <div className={css.check}>
      {begun ? (
        <Trial onPassed={onPassed} />
      ) : supported ? (
        <>
          <div className={css.waiting} data-theme="dark" aria-hidden="true">
            <Ring fraction={0.8} weight={5} className={css.ring}>
              <Video size={40} />
            </Ring>
          </div>
          <Button variant="primary" wide onClick={() => setBegun(true)}>
            {t('Test camera and microphone')}
          </Button>
        </>
      ) : (
        <p className={css.help}>
          {window.isSecureContext
            ? t(
                'This browser cannot do video calls. It may be a browser inside another app: open this page in Safari or Chrome.',
              )
            : t(messages.insecureAddress)}
        </p>
      )}
    </div>
  )
}
