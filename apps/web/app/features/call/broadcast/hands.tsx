import { Hand } from 'lucide-react'
import { useState } from 'react'
import { plural, t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { IconBadge } from '../talk/icon-badge.tsx'
import type { StageSnapshot, StageStore } from '../talk/stage-store.ts'
import css from './hands.module.css'

function refusedWords(why: string): string {
  switch (why) {
    case 'closed':
      return t('The stage is not open now.')
    case 'taken':
      return t('Somebody is invited or on the stage already.')
    case 'full':
      return t('Too many hands are up. Try again in a moment.')
    case 'not_here':
      return t('They have left, or lowered their hand.')
    case 'late':
      return t('This came too late: the stage has changed.')
    default:
      return t('This is not possible now.')
  }
}

/** The state of the viewer's own hand, as text. */
function handWords({ isRaised, refused }: StageSnapshot): string {
  if (refused !== null) return refusedWords(refused)
  return isRaised ? t('Your hand is up. The host sees it.') : ''
}

/** A viewer raises or lowers their hand. */
export function RaiseHand({ stage, className }: { stage: StageStore; className: string | undefined }) {
  const now = useStore(stage)
  const { isRaised, you } = now
  if (you !== null) return null
  const label = isRaised ? t('Lower hand') : t('Raise hand')
  return (
    <>
      <p role="status" className={css.state} data-shown={handWords(now) !== '' || undefined}>
        {handWords(now)}
      </p>
      <button
        type="button"
        className={className}
        data-raised={isRaised || undefined}
        aria-label={label}
        title={label}
        onClick={() => stage.raise(!isRaised)}
      >
        <Hand size={24} aria-hidden="true" className={isRaised ? css.up : undefined} />
      </button>
    </>
  )
}

/** For the owner: the raised hands, and the button to invite one of them. */
export function HandsButton({ stage, className }: { stage: StageStore; className: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const { hands, invited, guest, refused } = useStore(stage)
  const label =
    hands.length === 0
      ? t('Raised hands')
      : plural(hands.length, { one: '{count} raised hand', other: '{count} raised hands' })
  const isTaken = invited !== null || guest !== null
  return (
    <>
      <span role="status" className="visually-hidden">
        {hands.length > 0 && label}
      </span>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconBadge badge={hands.length > 0 ? hands.length : null}>
          <Hand size={24} aria-hidden="true" />
        </IconBadge>
      </button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('Raised hands')}
        description={t('One guest at a time, for ten minutes at most. Everybody sees and hears them.')}
      >
        <p role="status" className={css.note}>
          {refused === null ? invitedWords(invited) : refusedWords(refused)}
        </p>
        {invited !== null && (
          <Button onClick={() => stage.act({ act: 'remove' })}>{t('Take the invitation back')}</Button>
        )}
        {hands.length === 0 && <p className={css.nobody}>{t('Nobody has raised a hand.')}</p>}
        <ul className={css.list} aria-label={t('Raised hands')}>
          {hands.map(name => (
            <li key={name} className={css.hand}>
              <span className={css.who}>@{name}</span>
              <Button
                disabled={isTaken}
                aria-label={t('Invite @{name}', { name })}
                onClick={() => stage.act({ act: 'invite', username: name })}
              >
                {name === invited ? t('Invited') : t('Invite')}
              </Button>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}

function invitedWords(invited: string | null): string {
  return invited === null ? '' : t('@{name} is invited and decides now.', { name: invited })
}
