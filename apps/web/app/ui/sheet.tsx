import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { t } from '../language/text.ts'
import css from './sheet.module.css'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom; on a phone they stay within reach. */
  actions?: ReactNode
  /** Where the focus goes when it closes; without an element, back to where it was. */
  focusNext?: () => HTMLElement | null
}

/** A dialog: from below on a phone, in the middle on a desk. Load it lazily where a page can do without it at first. */
export function Sheet({ open, onOpenChange, title, description, children, actions, focusNext }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  /** Asked some tenths of a second after the sheet closed, when it is out of sight: focus that has moved on by then stays. */
  const finalFocus = () => {
    const focused = document.activeElement
    const isElsewhere = focused && focused !== document.body && !sheet.current?.contains(focused)
    return isElsewhere ? false : (focusNext?.() ?? true)
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        <Dialog.Popup ref={sheet} className={css.sheet} finalFocus={finalFocus}>
          <div className={css.top}>
            <Dialog.Title className={css.title}>{title}</Dialog.Title>
            <Dialog.Close className={css.close} aria-label={t('Close')}>
              <X size={20} aria-hidden="true" />
            </Dialog.Close>
          </div>
          {description && <Dialog.Description className={css.description}>{description}</Dialog.Description>}
          {children}
          {actions && <div className={css.actions}>{actions}</div>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
