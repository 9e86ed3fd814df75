import { SwitchCamera } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { DeviceChoices } from '../devices/device-choices.tsx'
import { LevelMeter } from '../devices/level-meter.tsx'
import type { LocalMedia } from '../devices/local-media.ts'
import { MediaHelp } from '../devices/media-help.tsx'
import type { MicLevel } from '../devices/mic-level.ts'

interface TurnSettingsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  media: LocalMedia
  mic: MicLevel
}

/** Camera, microphone and speaker, during a turn and between two. */
export function TurnSettings({ open, onOpenChange, media, mic }: TurnSettingsProps) {
  const devices = useStore(media)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('Camera and sound')}>
      <MediaHelp media={media} devices={devices} />
      <Switch
        label={t('Microphone on')}
        checked={devices.microphone === 'on' && devices.audioAllowed}
        onChange={isOn => media.setMicrophone(isOn ? 'on' : 'off')}
      />
      <Switch
        label={t('Camera on')}
        checked={devices.camera === 'on' && devices.videoAllowed}
        onChange={isOn => media.setCamera(isOn ? 'on' : 'off')}
      />
      <DeviceChoices media={media} devices={devices} />
      {devices.audioAllowed && <LevelMeter mic={mic} />}
      {devices.cameras.length > 1 && (
        <Button icon={<SwitchCamera size={20} aria-hidden="true" />} onClick={() => void media.cycleCamera()}>
          {t('Next camera')}
        </Button>
      )}
    </Sheet>
  )
}
