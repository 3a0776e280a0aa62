# For a tap of Homebrew: `Formula/fizzle.rb`.
class Fizzle < Formula
  desc "Odds and best choices of spell and combat rules of tabletop games"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/fizzle-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/fizzle-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/fizzle-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/fizzle-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "fizzle"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/fizzle.bash" => "fizzle"
    fish_completion.install "completions/fizzle.fish"
    zsh_completion.install "completions/fizzle.zsh" => "_fizzle"
    doc.install "README.md", "docs", "scenarios", "licenses"
  end

  test do
    assert_match "on average", shell_output("#{bin}/fizzle roll 2d6")
  end
end
