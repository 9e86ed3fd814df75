export default function PasswordResetSimple() {
  return <h1>password-reset-simple</h1>
}
