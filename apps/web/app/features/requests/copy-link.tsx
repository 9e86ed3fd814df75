import { COPIED_CLEAR_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'

/** Copies a link of this site and says so for a second. */
export function CopyLink({ path }: { path: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_CLEAR_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      icon={copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      onClick={() => void copyText(window.location.origin + path).then(setCopied)}
    >
      <span aria-live="polite">{copied ? t(messages.copied) : t('Copy link')}</span>
    </Button>
  )
}
