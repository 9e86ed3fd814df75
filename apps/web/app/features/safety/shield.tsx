import type { ReportSubject } from '@parley/contract'
import { Shield as ShieldIcon } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { BlockSheet } from './block-sheet.tsx'
import { ReportSheet } from './report-sheet.tsx'
import css from './safety.module.css'

export interface ShieldProps {
  person: { id: string; username: string }
  /** On the stage of a call, or in a page or a card. */
  place: 'stage' | 'page'
  /** What a report is about: the call or the event where there is one. */
  about: { kind: ReportSubject; id: string }
  onBlocked: () => void
  /** The call was ended together with a report. */
  onEnded: () => void
}

/** One shield wherever one meets somebody: what can be done when something is wrong. */
export function Shield({ person, place, about, onBlocked, onEnded }: ShieldProps) {
  const [open, setOpen] = useState<'choices' | 'block' | 'report' | 'end' | null>(null)
  const label = t('Safety: @{name}', { name: person.username })
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) setOpen(null)
  }
  return (
    <>
      {place === 'stage' ? (
        <button
          type="button"
          className={css.stageShield}
          aria-label={label}
          title={label}
          onClick={() => setOpen('choices')}
        >
          <ShieldIcon size={20} aria-hidden="true" />
        </button>
      ) : (
        <Button
          look="quiet"
          aria-label={label}
          icon={<ShieldIcon size={18} aria-hidden="true" />}
          onClick={() => setOpen('choices')}
        >
          {t('Safety')}
        </Button>
      )}
      <Sheet
        open={open === 'choices'}
        onOpenChange={onOpenChange}
        title={t('Is something wrong?')}
        description={t('@{name} is not told what you choose here.', { name: person.username })}
      >
        <div className={css.choices}>
          {place === 'stage' && about.kind === 'request' && (
            <Button wide look="danger" onClick={() => setOpen('end')}>
              {t('End and report')}
            </Button>
          )}
          <Button wide onClick={() => setOpen('report')}>
            {t('Report @{name}', { name: person.username })}
          </Button>
          <Button wide onClick={() => setOpen('block')}>
            {t('Block @{name}', { name: person.username })}
          </Button>
        </div>
      </Sheet>
      {(open === 'report' || open === 'end') && (
        <ReportSheet
          person={person}
          about={about}
          ends={open === 'end'}
          open
          onOpenChange={onOpenChange}
          onBlock={() => setOpen('block')}
          onDone={() => open === 'end' && onEnded()}
        />
      )}
      <BlockSheet
        person={person}
        open={open === 'block'}
        onOpenChange={onOpenChange}
        onBlocked={() => {
          setOpen(null)
          onBlocked()
        }}
      />
    </>
  )
}
