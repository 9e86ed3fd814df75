import { messages } from '@parley/contract/messages'
import { Check, Copy } from 'lucide-react'
import { t } from '../../language/text.ts'
import { Button } from '../button.tsx'
import css from './share-sheet.module.css'
import { useCopied } from './use-copied.ts'

/** An address with a button that copies it. */
export function CopyRow({
  label,
  url,
  onShared,
}: {
  label: string
  url: string
  onShared?: (() => void) | undefined
}) {
  const { copied, copy: copyUrl } = useCopied()
  async function copy() {
    if (await copyUrl(url)) onShared?.()
  }
  return (
    <div className={css.row}>
      <input
        readOnly
        value={url}
        aria-label={label}
        className={css.link}
        onFocus={event => event.currentTarget.select()}
      />
      <Button
        icon={copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{copied ? t(messages.copied) : t('Copy')}</span>
      </Button>
    </div>
  )
}
