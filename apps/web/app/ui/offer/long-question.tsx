import { type ReactNode, useState } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../button.tsx'
import { Sheet } from '../sheet.tsx'
import { lengthText, secondsOf, type TypedLength, UNUSUAL_ABOVE_SECONDS } from './length.ts'

interface UnusualLength {
  length: string
  isLong: boolean
  goOn: () => void
}

export interface LongQuestion {
  /** Continues at once, or after a confirmation when the length is unusual. */
  confirm(typed: TypedLength, goOn: () => void): void
  question: ReactNode
}

/**
 * Asks before a call of more than three hours is offered, and before a call of the default length of a form, which the
 * person may not have noticed.
 */
export function useLongQuestion(firstSeconds?: number): LongQuestion {
  const [unusual, setUnusual] = useState<UnusualLength | null>(null)
  const [isOpen, setOpen] = useState(false)
  const length = unusual?.length ?? ''
  return {
    confirm(typed, goOn) {
      const [text, seconds] = [lengthText(typed), secondsOf(typed)]
      const isLong = (seconds ?? 0) > UNUSUAL_ABOVE_SECONDS
      if (text === null || !(isLong || seconds === firstSeconds)) return goOn()
      setUnusual({ length: text, isLong, goOn })
      setOpen(true)
    },
    question: (
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('Is it really {length}?', { length })}
        description={
          unusual?.isLong === false
            ? t('Most calls take 5 to 60 minutes. When the time is used up, the call ends by itself.')
            : t('Most calls take 5 to 60 minutes. A fan who pays can stay for all of it.')
        }
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('Change it')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                setOpen(false)
                unusual?.goOn()
              }}
            >
              {t('Yes, {length}', { length })}
            </Button>
          </>
        }
      />
    ),
  }
}
