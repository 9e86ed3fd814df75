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
import type { VideoFit } from './remote-video.tsx'
import { ShareChoices } from './share-choices.tsx'

export interface DeviceSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  media: LocalMedia
  mic: MicLevel
  fit: VideoFit
  onFit: (fit: VideoFit) => void
}

/** Camera, microphone, speaker, and how the other person's video fits. */
export function DeviceSheet({ open, onOpenChange, media, mic, fit, onFit }: DeviceSheetProps) {
  const devices = useStore(media)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('Camera and sound')}>
      <MediaHelp media={media} devices={devices} />
      <DeviceChoices media={media} devices={devices} />
      {devices.audioAllowed && <LevelMeter mic={mic} />}
      {devices.cameras.length > 1 && (
        <Button icon={<SwitchCamera size={20} aria-hidden="true" />} onClick={() => void media.cycleCamera()}>
          {t('Next camera')}
        </Button>
      )}
      <ShareChoices media={media} onChosen={() => onOpenChange(false)} />
      <Switch
        label={t('Show the whole picture')}
        checked={fit === 'whole'}
        onChange={isWhole => onFit(isWhole ? 'whole' : 'fill')}
      />
    </Sheet>
  )
}
