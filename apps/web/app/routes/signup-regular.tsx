import { SignUpRoute } from './signup.tsx'

export const meta = () => [{ title: 'Sign up · Parley' }]

export default function SignUpRegular() {
  return <SignUpRoute kind="regular" />
}
