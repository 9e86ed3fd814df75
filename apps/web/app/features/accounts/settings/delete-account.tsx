import { type AccountDeletion, type DeletionRefused, deletionRefusedSchema } from '@parley/contract/accounts'
import { penceOf } from '@parley/contract/money'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '../../../api/errors.ts'
import { useAuth } from '../../../api/use-auth.ts'
import { poundsText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import { ProblemNote } from '../../../ui/alerts/problem-note.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { PasswordField } from '../account-fields.tsx'
import css from './settings.module.css'
import { placesToAct, whyNotDeleted } from './why-not-deleted.ts'

/** The reasons of a refused deletion. */
function refusalOf(error: unknown): DeletionRefused | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return deletionRefusedSchema.safeParse(error.body).data ?? null
}

interface Refused {
  why: string
  refused: DeletionRefused | null
}

function whyNot(error: unknown): Refused {
  const refused = refusalOf(error)
  return { refused, why: refused ? whyNotDeleted(refused) : errorText(error) }
}

/** Why it is refused, and the pages on which that can be changed. */
function RefusedNote({ why, refused }: Refused) {
  const { user } = useAuth()
  const places = refused ? placesToAct(refused, user?.username ?? '') : []
  return (
    <>
      <ProblemNote>{why}</ProblemNote>
      {places.length > 0 && (
        <div className={css.buttons}>
          {places.map(({ to, name }) => (
            <ButtonLink key={to} to={to} variant="quiet" atEdge>
              {name}
            </ButtonLink>
          ))}
        </div>
      )}
    </>
  )
}

/**
 * Deletes the account for ever, with its password or without one: then the page asks for another proof. Says why when
 * the account cannot be deleted yet.
 */
export function DeleteAccount({ onDelete }: { onDelete: (deletion: AccountDeletion) => Promise<void> }) {
  const formId = useId()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [problem, setProblem] = useState<Refused | null>(null)
  const [forgoable, setForgoable] = useState<string | null>(null)
  const [forgo, setForgo] = useState(false)
  const form = useForm<{ password: string }>({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const open = (isOpen: boolean) => {
    form.reset({ password: '' })
    setProblem(null)
    setForgoable(null)
    setForgo(false)
    setSheetOpen(isOpen)
  }
  const remove = form.handleSubmit(async ({ password }) => {
    setProblem(null)
    try {
      await onDelete(password ? { password, forgo } : { forgo })
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields?.password?.[0] : undefined
      if (wrong) form.setError('password', { message: wrong }, { shouldFocus: true })
      else setProblem(whyNot(error))
      setForgoable(amount => refusalOf(error)?.forgo?.amount ?? amount)
    }
  })
  return (
    <>
      <div className={css.buttons}>
        <Button variant="danger" onClick={() => open(true)}>
          {t('Delete account')}
        </Button>
      </div>
      <Sheet
        open={isSheetOpen}
        onOpenChange={open}
        title={t('Delete your account?')}
        description={t(
          'Your name, email, address, picture, cards and logins are removed at once and cannot be brought back. Payments stay on record without your name.',
        )}
        actions={
          <>
            <Button onClick={() => open(false)}>{t('Keep it')}</Button>
            <Button type="submit" form={formId} variant="danger" busy={isSubmitting}>
              {t('Delete for good')}
            </Button>
          </>
        }
      >
        <form id={formId} method="post" noValidate className={css.form} onSubmit={remove}>
          <PasswordField
            label={t('Your password')}
            hint={t('If you have none, leave it empty: then we ask in another way whether it is you.')}
            kind="current"
            error={errors.password?.message}
            {...form.register('password')}
          />
          {forgoable !== null && (
            <Switch
              label={t('I give up the {amount} that I earned', {
                amount: poundsText(penceOf(forgoable)),
              })}
              checked={forgo}
              onChange={setForgo}
            />
          )}
          {problem && <RefusedNote {...problem} />}
        </form>
      </Sheet>
    </>
  )
}
