import { Send } from 'lucide-react'
import { t } from '../../language/text.ts'
import { Button } from '../button.tsx'
import { Sheet } from '../sheet.tsx'
import { AddToCalendars } from './add-to-calendar.tsx'
import { eventEntry } from './calendar-entries.ts'
import { CopyRow } from './copy-row.tsx'
import { QrCode } from './qr-code.tsx'
import css from './share-sheet.module.css'
import type { Shared } from './shared.ts'

/** The ways to share a link: the device's own sheet, the clipboard, a QR code; and the calendar, for a dated event. */
export default function ShareSheet({
  path,
  title,
  event,
  onShared,
  open,
  onOpenChange,
}: Shared & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { origin } = window.location
  const url = origin + path
  const canShare = typeof navigator.share === 'function'
  const entry = event ? eventEntry(event, origin) : null
  // Closing the device's sheet rejects the promise: this is not an error.
  const share = () => void navigator.share({ title, url }).then(onShared, () => undefined)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('Share')} description={title}>
      <CopyRow label={t('Link')} url={url} onShared={onShared} />
      {canShare && (
        <Button variant="primary" icon={<Send size={18} aria-hidden="true" />} onClick={share}>
          {t('Send with an app')}
        </Button>
      )}
      <figure className={css.code}>
        <QrCode text={url} />
        <figcaption>{t("Scan it with a phone's camera.")}</figcaption>
      </figure>
      {entry && <AddToCalendars entry={entry} />}
    </Sheet>
  )
}
