import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { t } from '../language/text.ts'
import { useBackCloses } from './gestures/use-back-closes.ts'
import css from './sheet.module.css'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom; on a phone they are always visible. */
  actions?: ReactNode
  /** Where the focus moves when the sheet closes; null returns it to its old place. */
  focusNext?: () => HTMLElement | null
}

/** On a busy device what has the focus next, or what disappears, is drawn after the sheet closed: about a second. */
const FOCUS_WITHIN_FRAMES = 60

/**
 * A dialog: at the bottom on a phone, in the middle on a desktop. Load it lazily when the first view of a page does not
 * need it.
 */
export function Sheet({ open, onOpenChange, title, description, children, actions, focusNext }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useBackCloses(open, () => onOpenChange(false))
  /** Called some tenths of a second after the sheet closed: if the focus has moved by then, it stays. */
  const finalFocus = () => {
    const focused = document.activeElement
    const isElsewhere = focused && focused !== document.body && !sheet.current?.contains(focused)
    return isElsewhere ? false : (focusNext?.() ?? true)
  }
  /** What had the focus as the sheet closed may have disappeared, such as a button that is not needed any more. */
  const keepFocus = (isOpen: boolean) => {
    if (isOpen || !focusNext) return
    let frames = FOCUS_WITHIN_FRAMES
    const focusIfShown = () => {
      const focused = document.activeElement
      const isLost = !focused || focused === document.body || focused.hasAttribute('data-base-ui-focus-guard')
      const next = isLost ? focusNext() : null
      if (next) next.focus()
      else if (frames-- > 0) requestAnimationFrame(focusIfShown)
    }
    requestAnimationFrame(focusIfShown)
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={keepFocus}>
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
