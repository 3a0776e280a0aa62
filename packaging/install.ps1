# Installs fizzle @VERSION@: downloads the archive, refuses it unless its SHA-256 is the one below, and copies
# it into a folder of the user that is then on the path, or into FIZZLE_PREFIX.
#
#     irm @REPOSITORY@/releases/download/v@VERSION@/install.ps1 | iex

# Everything is in a function, so that nothing runs of a script that arrives in part.
function Install-Fizzle {
    $ErrorActionPreference = 'Stop'
    # Progress bars make downloads slow.
    $ProgressPreference = 'SilentlyContinue'
    $name = 'fizzle-@VERSION@-x86_64-pc-windows-msvc'
    $sum = '@x86_64-pc-windows-msvc@'
    $prefix = if ($env:FIZZLE_PREFIX) { $env:FIZZLE_PREFIX } else { Join-Path $env:LOCALAPPDATA 'Programs\fizzle' }
    $folder = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
    New-Item -ItemType Directory $folder | Out-Null
    try {
        $archive = Join-Path $folder 'fizzle.zip'
        Invoke-WebRequest -UseBasicParsing "@REPOSITORY@/releases/download/v@VERSION@/$name.zip" -OutFile $archive
        $found = (Get-FileHash -Algorithm SHA256 $archive).Hash
        if ($found -ne $sum) { throw "fizzle was not installed: the SHA-256 of $name.zip is $found, and should be $sum" }
        Expand-Archive $archive $folder
        New-Item -ItemType Directory -Force $prefix | Out-Null
        Copy-Item -Recurse -Force (Join-Path $folder "$name\*") $prefix
    } finally {
        Remove-Item -Recurse -Force $folder
    }
    & (Join-Path $prefix 'fizzle.exe') --version
    $path = [Environment]::GetEnvironmentVariable('Path', 'User')
    if (-not $env:FIZZLE_PREFIX -and ($path -split ';') -notcontains $prefix) {
        [Environment]::SetEnvironmentVariable('Path', "$path;$prefix", 'User')
        Write-Output "It is in $prefix, which is on the path of new terminals."
    }
}

Install-Fizzle
