import { SwitchCamera } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { DeviceChoices, DeviceSwitches } from '../devices/device-choices.tsx'
import { LevelMeter } from '../devices/level-meter.tsx'
import type { LocalMedia } from '../devices/local-media.ts'
import { MediaHelp } from '../devices/media-help.tsx'
import type { MicLevel } from '../devices/mic-level.ts'
import { ShareChoices } from '../stage/share-choices.tsx'

interface TurnSettingsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  media: LocalMedia
  mic: MicLevel
  /** A screen is shared in a turn alone: what is begun before one would be the first thing that the host sees. */
  isTogether: boolean
}

/** Camera, microphone and speaker, during a turn and between two; in a turn a screen too. */
export function TurnSettings({ open, onOpenChange, media, mic, isTogether }: TurnSettingsProps) {
  const devices = useStore(media)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('Camera and sound')}>
      <MediaHelp media={media} devices={devices} />
      <DeviceSwitches media={media} devices={devices} />
      <DeviceChoices media={media} devices={devices} />
      {devices.audioAllowed && <LevelMeter mic={mic} />}
      {devices.cameras.length > 1 && (
        <Button icon={<SwitchCamera size={20} aria-hidden="true" />} onClick={() => void media.cycleCamera()}>
          {t('Next camera')}
        </Button>
      )}
      {isTogether && <ShareChoices media={media} onChosen={() => onOpenChange(false)} />}
    </Sheet>
  )
}
