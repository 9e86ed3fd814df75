import { messages } from '@parley/contract/messages'
import { Check, Copy } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopied } from '../../../ui/share/use-copied.ts'

interface CopyLinkProps {
  path: string
  words?: string
  /** `primary` where copying is the next step. */
  variant?: 'primary' | 'secondary'
}

/** Copies a link of this site and says so for a second. */
export function CopyLink({ path, words = t('Copy link'), variant = 'secondary' }: CopyLinkProps) {
  const { copied, copy } = useCopied()
  return (
    <Button
      variant={variant}
      icon={copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      onClick={() => void copy(window.location.origin + path)}
    >
      <span aria-live="polite">{copied ? t(messages.copied) : words}</span>
    </Button>
  )
}
