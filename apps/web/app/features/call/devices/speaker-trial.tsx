import { Volume2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { createSpeakerTest } from './speaker-test.ts'
import { startBrowserTone } from './speaker-tone.ts'
import css from './speaker-trial.module.css'

/** A sound to hear the chosen speaker by; for before a call, where nobody else hears it. */
export function SpeakerTrial({ speakerId }: { speakerId: string | null }) {
  const [test] = useState(() => createSpeakerTest({ startTone: startBrowserTone }))
  const { state } = useStore(test)
  useEffect(() => test.stop, [test])
  return (
    <div className={css.trial}>
      <Button icon={<Volume2 size={20} aria-hidden="true" />} onClick={() => void test.play(speakerId)}>
        {t('Play a sound')}
      </Button>
      <p role="status" className={css.words}>
        {state === 'playing' && t('Two notes are playing.')}
        {state === 'failed' && t('This speaker plays nothing. Choose another one.')}
      </p>
    </div>
  )
}
