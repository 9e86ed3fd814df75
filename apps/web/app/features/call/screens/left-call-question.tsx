import { X } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { HowWasIt } from './how-was-it.tsx'
import type { LeftCall } from './left-call.ts'
import css from './left-call-question.module.css'

/** Above the page that End Call leads to: what the call was like, or nothing said. */
export default function LeftCallQuestion({ left, onClose }: { left: LeftCall; onClose: () => void }) {
  return (
    <div className={css.asked}>
      <HowWasIt id={left.slug} figures={left.figures} name={left.other} />
      <IconButton label={t('Do not ask')} className={css.close} onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
