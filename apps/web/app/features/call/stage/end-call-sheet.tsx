import { messages } from '@parley/contract/messages'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'

export interface EndCallSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The effect of the press on the money, shown before it. */
  money: string | null
  onEnd: () => void
}

/** Asks before leaving: the time that is left can still be used. */
export function EndCallSheet({ open, onOpenChange, money, onEnd }: EndCallSheetProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t(messages.endCallTitle)}
      description={t(messages.endCallText)}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
          <Button variant="danger" onClick={onEnd}>
            {t('End Call')}
          </Button>
        </>
      }
    >
      {money !== null && <p>{money}</p>}
    </Sheet>
  )
}
