import { messages } from '@parley/contract/messages'
import { Check, Copy } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopied } from '../../../ui/share/use-copied.ts'

interface CopyLinkProps {
  path: string
  words?: string
  /** `primary` where copying is the next step. */
  variant?: 'primary' | 'secondary'
  /** In a list: the ids of what tells this link from the others; the button's name ends with it. */
  of?: string
}

/** Copies a link of this site and says so for a second. */
export function CopyLink({ path, words = t('Copy link'), variant = 'secondary', of }: CopyLinkProps) {
  const id = useId()
  const { copied, copy } = useCopied()
  return (
    <Button
      id={of && id}
      aria-labelledby={of && `${id} ${of}`}
      variant={variant}
      icon={copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      onClick={() => void copy(window.location.origin + path)}
    >
      <span aria-live="polite">{copied ? t(messages.copied) : words}</span>
    </Button>
  )
}
